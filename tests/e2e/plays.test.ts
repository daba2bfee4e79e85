import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { chromium } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { mediaKinds as kinds } from '#engine';
import { makeClip } from '#tests/support/clips';
import { scratchFolder } from '#tests/support/scratch';
import { sharedEngine, sharedSource } from '#tests/support/shared-engine';
import { findBrowser } from '../../scripts/setup/browser.mjs';

/** Served as `video/mp4`. */
async function play(video: Buffer) {
  const server = createServer((request, response) => {
    if (request.url === '/video') response.setHeader('content-type', 'video/mp4').end(video);
    else response.setHeader('content-type', 'text/html').end('<video muted src="/video"></video>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const browser = await chromium.launch({ executablePath: (await findBrowser())!.path, args: ['--no-sandbox'] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return page.locator('video').evaluate(async (element) => {
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
}

function assertPlayed(played: Awaited<ReturnType<typeof play>>): void {
  expect(played.seconds).toBeCloseTo(1, 0);
  expect(played.width).toBeGreaterThan(100);
  expect(played.totalVideoFrames).toBeGreaterThan(0);
  expect(played.heard).toBeGreaterThan(0);
}

test('a browser plays a swapped video with sound to its end', async () => {
  const folder = scratchFolder();
  const media = await makeClip(path.join(folder, 'clip.wmv'), 'wmv', { seconds: 1, fps: 12 });
  const out = path.join(folder, 'result.mp4');
  await (await sharedEngine()).swap({ kinds, media, bindings: { p1: await sharedSource('lin') }, out });
  assertPlayed(await play(await readFile(out)));
});

test.each(['mov', '3gp', 'm4v'] as const)(
  'a browser plays a .%s with H.264 and AAC without conversion',
  async (kind) => {
    const aac = ['-c:a', 'aac', '-ar', '44100', '-b:a', '64k'];
    const media = await makeClip(path.join(scratchFolder(), `clip.${kind}`), kind, { seconds: 1, more: aac });
    expect(await (await sharedEngine()).inspect(media, { kinds })).toMatchObject({ playsInBrowsers: true });
    assertPlayed(await play(await readFile(media)));
  },
);
