import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';

import { probeVideo } from '#engine/video/probe';
import { withBrowser } from '../support/browser';

const { newPage } = withBrowser();

// Without scripts, Chromium reports each script it was told to fetch ahead as kept back by policy.
const scriptsKeptBack = /\/assets\/.*\.js csp$/;

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor({ timeout: 90_000 });

/** What was downloaded, as a player would see it. */
async function probeOf(bytes: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'download-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'result.mp4');
  writeFileSync(path, bytes);
  return probeVideo(path, 'mov');
}

test.each([
  { how: 'with JavaScript', javaScriptEnabled: true, viewport: { width: 1440, height: 900 } },
  { how: 'without JavaScript', javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
])('a video is cut to a part, one of two persons gets a face, $how', async ({ javaScriptEnabled, viewport }) => {
  const page = await newPage({ javaScriptEnabled, viewport, expectedFaults: [scriptsKeptBack] });
  await page.goto('/login/google?redirect=%2Fface-swap-video');
  await page.getByLabel('E-mail').fill('demo@faceswap.local');
  await page.getByLabel('Password').fill('faceswap-demo');
  await page.locator('main').getByRole('button', { name: 'Log in' }).click();
  await heading(page, 'Drop a video here');

  const clip = 'public/samples/clips/crossing.mp4';
  if (javaScriptEnabled) {
    await page.getByLabel('Choose a file').setInputFiles(clip);
  } else {
    await page.getByLabel('File', { exact: true }).setInputFiles(clip);
    await page.getByRole('button', { name: 'Upload the file' }).click();
  }
  await heading(page, 'Keep the part you need');
  if (javaScriptEnabled) {
    await page.getByLabel('End of the part').focus();
    for (let second = 0; second < 3; second++) await page.keyboard.press('Shift+ArrowLeft');
    expect(await page.getByLabel('End', { exact: true }).inputValue()).toBe('0:01.0');
  } else {
    await page.getByLabel('End', { exact: true }).fill('0:01.0');
  }
  await page.getByRole('button', { name: 'Find the people' }).click();
  await heading(page, 'Who becomes whom?');
  expect(await page.getByText(/s on screen/).count()).toBe(2);

  await page.getByRole('button', { name: 'Add Otto’s face' }).click();
  await page.getByText('Gets another face').waitFor();
  expect(await page.getByText('Keeps their own face').count()).toBe(1);
  await page.getByLabel(/I may use this/).check();
  await page.getByRole('button', { name: 'Swap for 1 credit' }).click();
  await heading(page, 'Your swap is ready');

  const link = page.getByRole('link', { name: 'Download' });
  const download = await page.request.get((await link.getAttribute('href'))!);
  expect(download.headers()['content-disposition']).toMatch(/\.mp4"$/);
  const video = await probeOf(await download.body());
  expect(video.durationMs).toBeGreaterThan(900);
  expect(video.durationMs).toBeLessThan(1_200);

  await page.goto('/my/creations?type=video');
  await page.getByRole('link', { name: 'Your swap in crossing.mp4' }).first().click();
  await heading(page, 'crossing.mp4');
});
