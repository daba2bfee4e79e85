import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { chromium } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { mediaKinds as kinds, openEngine } from '#engine';
import { makeClip } from '#tests/support/clips';
import { portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { findBrowser } from '../../scripts/setup/browser.mjs';

it('a browser plays a swapped video, picture and sound, to its end', async () => {
  const folder = scratchFolder();
  const media = await makeClip(path.join(folder, 'clip.wmv'), 'wmv', { seconds: 1, fps: 12 });
  const out = path.join(folder, 'result.mp4');
  const engine = await openEngine();
  onTestFinished(() => engine.close());
  await engine.swap({ kinds, media, bindings: { p1: await engine.prepare([portraitPath('lin')]) }, out });
  const video = await readFile(out);
  const server = createServer((request, response) => {
    if (request.url === '/result.mp4') response.setHeader('content-type', 'video/mp4').end(video);
    else response.setHeader('content-type', 'text/html').end('<video muted src="/result.mp4"></video>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const browser = await chromium.launch({ executablePath: (await findBrowser())!.path, args: ['--no-sandbox'] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const played = await page.locator('video').evaluate(async (element) => {
    const player = element as HTMLVideoElement;
    const ended = new Promise<void>((resolve, reject) => {
      player.onended = () => resolve();
      player.onerror = () => reject(new Error(player.error?.message));
    });
    await player.play();
    await ended;
    const { totalVideoFrames } = player.getVideoPlaybackQuality();
    const { webkitAudioDecodedByteCount: heard } = player as unknown as { webkitAudioDecodedByteCount: number };
    return { seconds: player.duration, width: player.videoWidth, totalVideoFrames, heard };
  });
  expect(played.seconds).toBeCloseTo(1, 0);
  expect(played.width).toBeGreaterThan(100);
  expect(played.totalVideoFrames).toBeGreaterThan(0);
  expect(played.heard).toBeGreaterThan(0);
});
