import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeClip } from '#tests/support/clips';
import { everyFrame, runFfmpeg } from '#tests/support/ffmpeg';
import { scratchFolder } from '#tests/support/scratch';
import { inspect } from '#tests/support/watch-video';
import { extendVideoTrack } from './extend-track';

/** Twelve frames in the first second, then one each second, the last at the seventh. */
async function slowingClip(...sound: string[]): Promise<string> {
  const filters = ['trim=end_frame=19', `setpts='if(lt(N,12),N/12,N-11)/TB'`];
  const more = [...(await everyFrame()), '-preset', 'medium', '-bf', '3', ...sound];
  return makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', { seconds: 8, fps: 12, filters, more });
}

async function countFramesShown(file: string): Promise<number> {
  const onePixel = ['-vf', 'scale=1:1', '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'];
  return (await runFfmpeg(['-i', file, ...(await everyFrame()), ...onePixel])).length;
}

describe('frames that are shown after the last decoding time', () => {
  test.each([
    ['without sound', ['-an']],
    ['with sound', []],
  ])('are all shown %s', async (_what, sound) => {
    const file = await slowingClip(...sound);
    await extendVideoTrack(file);
    expect(await countFramesShown(file)).toBe(19);
    const { frameTimes, seconds } = await inspect(file);
    expect(frameTimes.at(-1)).toBeCloseTo(7, 2);
    expect(seconds).toBeGreaterThan(7);
    expect(seconds).toBeLessThan(8.2);
  });
});

describe('a last frame that is shown longer than others', () => {
  test.each([
    ['of reordered frames', ['-preset', 'medium', '-bf', '3']],
    ['of frames in order', []],
    ['beside sound', ['-c:a', 'aac']],
  ])('%s keeps its time', async (_what, more) => {
    const sound = more.includes('-c:a') ? [] : ['-an'];
    const file = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', {
      fps: 12,
      more: [...more, ...sound, '-movflags', '+faststart'],
    });
    await extendVideoTrack(file, 4000);
    expect(await countFramesShown(file)).toBe(12);
    const { frameTimes, seconds } = await inspect(file);
    expect(frameTimes.at(-1)).toBeCloseTo(11 / 12, 2);
    expect(seconds).toBeCloseTo(4, 1);
  });

  test('of a single frame keeps its time', async () => {
    const more = ['-an', '-frames:v', '1'];
    const file = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', { fps: 12, more });
    await extendVideoTrack(file, 4000);
    expect((await inspect(file)).seconds).toBeCloseTo(4, 1);
  });
});

test('a constant frame rate stays as ffmpeg wrote it', async () => {
  const file = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', {
    more: ['-preset', 'medium', '-bf', '3'],
  });
  const before = readFileSync(file);
  await extendVideoTrack(file, 1010); // rounded
  expect(readFileSync(file).equals(before)).toBe(true);
});

test.each([
  ['no mp4', (whole: Buffer) => Buffer.from(whole.toString('base64'))],
  ['an mp4 without its end', (whole: Buffer) => whole.subarray(0, whole.length - 700)],
  [
    'tables with other sizes',
    (whole: Buffer) => Buffer.from(whole.toString('latin1').replaceAll('ctts\0\0\0\0', 'ctts\0\0\xff\xff'), 'latin1'),
  ],
])('%s causes no error', async (_what, damage) => {
  const file = path.join(scratchFolder(), 'damaged.mp4');
  writeFileSync(file, damage(readFileSync(await slowingClip('-an'))));
  await expect(extendVideoTrack(file)).resolves.toBeUndefined();
});
