import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';

/** A video of one second with sound, served as `video/mp4`, plays to its end. */
export async function playsToItsEnd(page: Page, video: Buffer): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url === '/video') response.setHeader('content-type', 'video/mp4').end(video);
    else response.setHeader('content-type', 'text/html').end('<video muted src="/video"></video>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
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
}
