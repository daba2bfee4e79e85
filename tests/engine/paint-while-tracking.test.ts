import { createHash } from 'node:crypto';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { mediaKinds, type Engine, type FrameProgress, type Source } from '#engine';
import { clipPath, makeClip, quarter } from '#tests/support/clips';
import { runFfmpeg } from '#tests/support/ffmpeg';
import { readAllFrames } from '#tests/bench/quality/clips/read-frames';
import { scratchFolder } from '#tests/support/scratch';
import { sharedEngine, sharedSource } from '#tests/support/shared-engine';

let engine: Engine;
let lin: Source;
beforeAll(async () => {
  engine = await sharedEngine();
  lin = await sharedSource('lin');
});

/** Work that may be resumed is tracked first, then painted. */
async function swapped(media: string, isResumable: boolean) {
  const folder = scratchFolder();
  const out = path.join(folder, 'result.mp4');
  const seen: FrameProgress[] = [];
  await engine.swap({
    kinds: mediaKinds,
    media,
    bindings: { p1: lin },
    out,
    onFrames: (progress) => seen.push(progress),
    ...(isResumable && { work: { folder: path.join(folder, 'work') } }),
  });
  const hash = createHash('sha256');
  for (const { data } of await readAllFrames(out)) hash.update(data);
  const framesDone = (stage: string) => seen.filter((one) => one.stage === stage).map((one) => one.framesDone);
  return { pixels: hash.digest('hex'), tracked: framesDone('detecting'), painted: framesDone('swapping') };
}

test('frames painted behind the tracker equal those painted after it', async () => {
  const small = { from: 'turn' as const, seconds: 3, fps: 12, filters: [quarter], sounds: 0 };
  const media = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', small);
  const [behind, after] = [await swapped(media, false), await swapped(media, true)];
  expect(after.tracked).toHaveLength(36);
  expect(behind.tracked.length).toBeLessThan(30);
  expect(behind.painted).toEqual(after.painted);
  expect(behind.pixels).toBe(after.pixels);
});

/** Of two persons the one who is seen longer is the first: here the second. */
test('frames painted with a wrong guess of who is who are painted again', async () => {
  const media = path.join(scratchFolder(), 'clip.mp4');
  const inputs = ['-t', '2.3', '-i', clipPath('talk'), '-t', '2.5', '-i', clipPath('turn')];
  const joined = [
    '-filter_complex',
    `[0:v][1:v]concat=n=2:v=1,${quarter}[v]`,
    '-map',
    '[v]',
    '-c:v',
    'libx264',
    '-crf',
    '10',
  ];
  await runFfmpeg([...inputs, ...joined, '-y', media]);
  const [behind, after] = [await swapped(media, false), await swapped(media, true)];
  expect(behind.painted.length).toBeGreaterThan(after.painted.length);
  expect(behind.pixels).toBe(after.pixels);
});

test('a person that no video can have is refused by name', async () => {
  const out = path.join(scratchFolder(), 'result.mp4');
  const bindings = { p1: lin, p4294967297: lin };
  const swapping = engine.swap({ kinds: mediaKinds, media: clipPath('turn'), bindings, out, toMs: 500 });
  await expect(swapping).rejects.toMatchObject({ code: 'unknown_person', details: { unknown: ['p4294967297'] } });
});
