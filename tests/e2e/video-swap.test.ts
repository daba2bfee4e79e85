import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { faultsOnScreens, scrollsSideways } from '#tests/support/axe';
import { runFfmpeg } from '#tests/support/ffmpeg';
import { probeVideo } from '#engine/ffmpeg/probe';
import { withBrowser } from '#tests/support/browser';
import { clipPath } from '#tests/support/clips';
import { patience } from '#tests/support/patience';
import { playsToItsEnd } from '#tests/support/play-video';
import { scratchFolder } from '#tests/support/scratch';
import {
  chooseFace,
  downloadResult,
  heading,
  howPagesRun,
  logInTo,
  scriptsKeptBack,
  sendFile,
} from '#tests/support/tool-pages';
import { frameAt, whoIsIn } from '#tests/support/who-is-it';

const { newPage } = withBrowser();

async function eightSeconds(folder: string): Promise<string> {
  const file = join(folder, 'us.mp4');
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440', '-c:a', 'aac'];
  const picture = ['-stream_loop', '1', '-i', clipPath('crossing')];
  await runFfmpeg([...picture, ...sound, '-t', '8', '-c:v', 'copy', '-y', file]);
  return file;
}

async function compareInOnePlayer(page: Page): Promise<void> {
  const seam = page.getByRole('slider', { name: 'Compare original and result' });
  const original = page.getByLabel('The original video');
  const result = page.getByLabel('The video with the faces swapped');
  const boxes = async () =>
    (await Promise.all([original, result].map((video) => video.boundingBox()))).map((box) => box!);
  const faults = await faultsOnScreens(page, 'the wipe');
  await seam.fill('20');
  const [below, above] = await boxes();
  expect(above).toEqual(below);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => original.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2);
  await page.getByRole('button', { name: 'Side by side' }).click();
  await expect.poll(() => seam.count()).toBe(0);
  expect(await page.getByText('Drag to compare').isVisible()).toBe(false);
  const [left, right] = await boxes();
  expect(right!.x).toBeGreaterThanOrEqual(left!.x + left!.width);
  faults.push(...(await faultsOnScreens(page, 'side by side')));
  expect(faults).toEqual([]);
}

test.each(howPagesRun)(
  'a video of eight seconds is cut to one, one of two persons gets a face, $how',
  async ({ javaScriptEnabled, viewport }) => {
    const folder = scratchFolder();
    const clip = await eightSeconds(folder);
    const page = await newPage({
      serviceWorkers: 'allow',
      javaScriptEnabled,
      viewport,
      expectedFaults: [scriptsKeptBack, /status of 400/],
    });
    await logInTo(page, '/face-swap-video');
    await sendFile(page, clip, javaScriptEnabled);
    await heading(page, 'Keep the part you need');
    if (javaScriptEnabled) {
      expect(await scrollsSideways(page), 'the five steps on a small screen').toBe(false);
      await page.getByLabel('End of the part').focus();
      for (let second = 0; second < 7; second++) await page.keyboard.press('Shift+ArrowLeft');
      expect(await page.getByLabel('End', { exact: true }).inputValue()).toBe('0:01.0');
    } else {
      const place = page.url();
      await page.getByLabel('End', { exact: true }).fill('0:00.0');
      await page.getByRole('button', { name: 'Find the people' }).click();
      const refusal = await page.getByText(/^The end must come after/).boundingBox();
      expect(refusal!.y, 'the refusal is on the screen').toBeLessThan(viewport.height / 2);
      await page.goto(place); // a reload below would send the refused form again
      await page.getByLabel('End', { exact: true }).fill('0:01.0');
    }
    await page.getByRole('button', { name: 'Find the people' }).click();
    await heading(page, 'Who becomes whom?');
    await page.goBack();
    await heading(page, 'Keep the part you need');
    await page.reload();
    await heading(page, 'Keep the part you need');
    expect(await page.getByLabel('End', { exact: true }).inputValue()).toBe('0:01.0');
    await page.goForward();
    await heading(page, 'Who becomes whom?');
    const persons = page.getByRole('img', { name: /^Person \d: on screen 0:00/ });
    await expect.poll(() => persons.count(), patience).toBe(2);

    await chooseFace(page, 'Otto');
    if (javaScriptEnabled) {
      await page.getByText('Becomes Otto').waitFor();
      await expect.poll(() => page.getByText('Keeps their own face').count(), patience).toBe(1);
    }
    await page.getByLabel(/I may use this/).check();
    await page.getByRole('button', { name: 'Swap for 1 credit' }).click();

    const { bytes, saveAs } = await downloadResult(page);
    expect(saveAs).toMatch(/\.mp4"$/);
    const result = join(folder, 'result.mp4');
    writeFileSync(result, bytes);
    const { durationMs } = await probeVideo(result, 'mov');
    expect(durationMs).toBeGreaterThan(900);
    expect(durationMs).toBeLessThan(1_200);
    const [after, before] = await Promise.all([result, clip].map((file) => frameAt(file, 0.5)));
    expect((await whoIsIn(after!, before!, ['otto'])).sort()).toEqual(['as before', 'otto']);

    if (javaScriptEnabled) {
      await compareInOnePlayer(page);
      await playsToItsEnd(await newPage(), bytes);
    }
    await page.goto('/my/creations?type=video');
    await page.getByRole('link', { name: 'Your swap in us.mp4' }).first().click();
    await heading(page, 'us.mp4');
  },
  400_000,
);
