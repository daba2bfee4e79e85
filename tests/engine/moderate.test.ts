import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { mediaKinds, type Engine, type NudityScores } from '#engine';
import { asRecordedInBrowser, makeClip } from '#tests/support/clips';
import { everyFrame } from '#tests/support/ffmpeg';
import { scratchFolder } from '#tests/support/scratch';
import { sharedEngine } from '#tests/support/shared-engine';
import { engineThatSeesRed, portraitOn } from '#tests/support/tiny-moderation';

const samples = path.resolve('public/samples');
const nudityOf = ({ porn, hentai }: NudityScores) => porn + hentai;

describe('the real nets', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await sharedEngine();
  });

  test.each(['duo', 'group', 'street', 'freya'])(
    'the scene %s shows no nudity, and ages are not estimated',
    async (scene) => {
      const { model, frames } = await engine.moderate(path.join(samples, 'scenes', `${scene}.jpg`));
      expect(model).toMatch(/^nudity@[0-9a-f]{12} face-age@[0-9a-f]{12}$/);
      expect(frames).toHaveLength(1);
      const [{ atMs, nudity, ages }] = frames;
      expect(atMs).toBe(0);
      expect(Object.values(nudity).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 4);
      expect(nudityOf(nudity)).toBeLessThan(0.05);
      expect(ages).toBeUndefined();
    },
  );

  test('the painted people look like adults', async () => {
    const { frames } = await engine.moderate(path.join(samples, 'scenes', 'group.jpg'), { agesFrom: 0 });
    expect(frames[0].ages).toHaveLength(3);
    for (const age of frames[0].ages!) expect(age).toBeGreaterThan(20);
  });

  test('every scene of a clip is examined, or some moments', async () => {
    const clip = path.join(samples, 'clips', 'cuts.mp4');
    const every = await engine.moderate(clip, { kinds: mediaKinds, cuts: true });
    const few = await engine.moderate(clip, { kinds: mediaKinds });
    expect(every.frames.length).toBeGreaterThanOrEqual(4);
    expect(few.frames.map(({ atMs }) => atMs)).toEqual([0, 500, 1000, 1500, 2000, 2500, 3000, 3500]);
    for (const { nudity } of [...every.frames, ...few.frames]) expect(nudityOf(nudity)).toBeLessThan(0.3);
  });

  test('a recording that states no duration is examined to its end', async () => {
    const recording = await asRecordedInBrowser(path.join(scratchFolder(), 'recording.webm'));
    const { frames } = await engine.moderate(recording, { kinds: mediaKinds });
    expect(frames.map(({ atMs }) => Math.floor(atMs / 1000))).toEqual([0, 1]);
  });

  test('a video that states too short a duration is examined to its end', async () => {
    const file = await makeClip(path.join(scratchFolder(), 'clip.mkv'), 'mkv', { seconds: 4, fps: 12 });
    const bytes = await readFile(file);
    const duration = bytes.indexOf(Buffer.from([0x44, 0x89, 0x88])) + 3; // Matroska's element, eight bytes
    bytes.writeDoubleBE(500, duration);
    await writeFile(file, bytes);
    const { frames } = await engine.moderate(file, { kinds: mediaKinds });
    expect(new Set(frames.map(({ atMs }) => Math.floor(atMs / 1000)))).toEqual(new Set([0, 1, 2, 3]));
  });
});

describe('nets that answer by colour', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await engineThatSeesRed();
  });

  test('ages are estimated where nudity is suspected', async () => {
    const [adult] = (await engine.moderate(await portraitOn({ paper: 'red' }))).frames;
    expect(adult.nudity.porn).toBeGreaterThan(0.99);
    expect(adult.ages?.map(Math.round)).toEqual([30]);
    const [child] = (await engine.moderate(await portraitOn({ paper: 'red', face: 'blue' }))).frames;
    expect(child.ages?.map(Math.round)).toEqual([10]);
    const [harmless] = (await engine.moderate(await portraitOn({ paper: 'grey', face: 'blue' }))).frames;
    expect(harmless.nudity.neutral).toBeGreaterThan(0.99);
    expect(harmless.ages).toBeUndefined();
  });

  test('transparent pixels count as white', async () => {
    const red = { r: 255, g: 16, b: 16, alpha: 0 };
    const clear = await sharp({ create: { width: 512, height: 512, channels: 4, background: red } })
      .png()
      .toBuffer();
    const [{ nudity }] = (await engine.moderate(clear)).frames;
    expect(nudity.neutral).toBeGreaterThan(0.99);
  });

  test.each(['ts', 'mkv'] as const)('both of two joined recordings are examined: %s', async (kind) => {
    const folder = scratchFolder();
    const more = ['-an', ...(kind === 'mkv' ? ['-live', '1'] : [])];
    const part = async (name: string, filters: string[]) =>
      readFileSync(await makeClip(path.join(folder, `${name}.${kind}`), kind, { seconds: 4, filters, more }));
    const red = ['drawbox=c=#ff1010:t=fill'];
    const joined = path.join(folder, `joined.${kind}`);
    writeFileSync(joined, Buffer.concat([await part('first', []), await part('second', red)]));
    const { durationMs } = await engine.inspect(joined, { kinds: mediaKinds });
    const { frames } = await engine.moderate(joined, { kinds: mediaKinds, durationMs });
    const isRed = frames.map(({ nudity }) => nudityOf(nudity) > 0.99);
    expect(isRed[0]).toBe(false);
    expect(isRed.at(-1)).toBe(true);
  });

  test('a slide between the moments is examined where it is shown', async () => {
    const red = "drawbox=c=#ff1010:t=fill:enable='eq(n,1)'";
    const filters = ['trim=end_frame=3', red, "setpts='if(eq(N,0),0,7*N-6.5)/TB'"];
    const options = { seconds: 8, filters, sounds: 0, more: await everyFrame() };
    const clip = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', options);
    const { frames } = await engine.moderate(clip, { kinds: mediaKinds });
    const isRed = frames.map(({ nudity }) => nudityOf(nudity) > 0.99);
    expect(isRed).toEqual([false, true, true, true, true, true, true, true]);
  });

  test('a scene of a third of a second is found by its cut', async () => {
    const red = "drawbox=c=#ff1010:t=fill:enable='between(t,1.3,1.6)'";
    const clip = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', { seconds: 3, filters: [red] });
    const { frames } = await engine.moderate(clip, { kinds: mediaKinds, cuts: true });
    const found = frames.filter(({ nudity }) => nudityOf(nudity) > 0.99);
    expect(found).toHaveLength(1);
    expect(Math.abs(found[0].atMs - 1300)).toBeLessThan(60);
    expect(found[0].ages).toEqual([]);
  });
});
