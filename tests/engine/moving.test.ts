import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mediaKinds, readLabel, type Engine, type FrameProgress, type Source } from '#engine';
import { withMedia } from '#engine/video/clip/probe-media';
import type { Image } from '#engine/types';
import { readRgbFrames } from '#engine/ffmpeg/frame-reader';
import {
  asRecordedInBrowser,
  clipPath,
  clipTruth,
  makeClip,
  type ClipName,
  type TrueFace,
  type VideoKind,
} from '#tests/support/clips';
import { runFfmpeg } from '#tests/support/ffmpeg';
import { sharedEngine, sharedSource } from '#tests/support/shared-engine';
import { scratchFolder } from '#tests/support/scratch';
import { inspect, onsets, onsetsByClock } from '#tests/support/watch-video';

const kinds = mediaKinds;

let engine: Engine;
let lin: Source;
let folderOfTracks: string;
beforeAll(async () => {
  engine = await sharedEngine();
  lin = await sharedSource('lin');
  folderOfTracks = mkdtempSync(path.join(tmpdir(), 'faceswap-test-'));
});
afterAll(() => rmSync(folderOfTracks, { recursive: true, force: true }));

const analysed = new Map<ClipName, ReturnType<typeof analyse>>();

/** Once for all tests. Swaps that read its tracks need not find the faces again. */
function analysis(name: ClipName): ReturnType<typeof analyse> {
  const found = analysed.get(name) ?? analyse(name);
  analysed.set(name, found);
  return found;
}

async function analyse(name: ClipName) {
  const tracks = path.join(folderOfTracks, name);
  return { tracks, found: await engine.analyse(clipPath(name), { kinds, tracks }) };
}

async function framesOf(file: string): Promise<Image[]> {
  const images: Image[] = [];
  await withMedia(file, {}, async (media) => {
    if (media.kind !== 'video') throw new Error(`${file} is a ${media.kind}`);
    for await (const { image } of readRgbFrames(media.info)) images.push({ ...image, data: image.data.slice() });
  });
  return images;
}

/** Face centre, 0–255, excluding `not`. */
function change(a: Image, b: Image, { box }: TrueFace, not?: TrueFace): number {
  const [left, top, right, bottom] = box;
  const shrink = 0.2 * (right - left);
  let [sum, count] = [0, 0];
  for (let y = Math.ceil(top + shrink); y < Math.min(bottom - shrink, a.height); y++) {
    for (let x = Math.max(0, Math.ceil(left + shrink)); x < Math.min(right - shrink, a.width); x++) {
      if (not && isAround(not, x, y)) continue;
      for (let i = 3 * (y * a.width + x), end = i + 3; i < end; i++) sum += Math.abs(a.data[i] - b.data[i]);
      count += 3;
    }
  }
  return count ? sum / count : 0;
}

function isAround({ box: [left, top, right, bottom] }: TrueFace, x: number, y: number): boolean {
  const margin = 0.4 * (right - left);
  return x > left - margin && x < right + margin && y > top - 2 * margin && y < bottom + margin;
}

describe('a video', () => {
  test('is analysed: its facts and each person once', async () => {
    const { persons, ...about } = (await analysis('cuts')).found;
    expect(about).toEqual({
      kind: 'video',
      format: 'mp4',
      width: 432,
      height: 324,
      durationMs: 4000,
      fps: 12,
      hasAudio: false,
    });
    expect(persons.map(({ key, screenTimeMs, firstSeenMs }) => [key, screenTimeMs, firstSeenMs])).toEqual([
      ['p1', 2000, 0],
      ['p2', 1000, 1000],
      ['p3', 1000, 3000],
    ]);
    expect(persons.map(({ spans }) => spans.map(({ startMs, endMs }) => [startMs, endMs]))).toEqual([
      [
        [0, 1000],
        [2000, 3000],
      ],
      [[1000, 2000]],
      [[3000, 4000]],
    ]);
    // Persons never share a frame.
    for (const { sightings, bestSeenMs, box } of persons) expect(sightings).toEqual([{ atMs: bestSeenMs, box }]);
    for (const { thumbnail, frontalScore, share, spans, bestSeenMs } of persons) {
      expect(spans.some(({ startMs, endMs }) => startMs <= bestSeenMs && bestSeenMs < endMs)).toBe(true);
      expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 256 });
      expect(frontalScore).toBeGreaterThan(0.9);
      expect(share).toBeGreaterThan(0.05);
    }
  });

  test('has boxes for all persons on the frames that show one of them best', async () => {
    const { persons } = (await analysis('crossing')).found;
    expect(persons).toHaveLength(2);
    const best = [...new Set(persons.map(({ bestSeenMs }) => bestSeenMs))].sort((a, b) => a - b);
    for (const { sightings, bestSeenMs, box } of persons) {
      expect(sightings.map(({ atMs }) => atMs)).toEqual(best);
      expect(sightings).toContainEqual({ atMs: bestSeenMs, box });
    }
  });

  test('that states no duration reports progress by its measured length', async () => {
    const media = await asRecordedInBrowser(path.join(scratchFolder(), 'recording.webm'));
    const totals: number[] = [];
    await engine.analyse(media, { kinds, onFrames: ({ framesTotal }) => void totals.push(framesTotal) });
    expect(totals).toHaveLength(24);
    for (const total of totals) expect(total).toBeGreaterThanOrEqual(23);
    const outside = engine.analyse(media, { kinds, fromMs: 2500 });
    await expect(outside).rejects.toThrow(/ The media lasts (19|20)\d\d ms\./);
  });

  test('is analysed in part', async () => {
    const { persons, durationMs } = await engine.analyse(clipPath('cuts'), { kinds, fromMs: 1000, toMs: 2000 });
    expect(durationMs).toBe(1000);
    expect(persons.map(({ screenTimeMs, firstSeenMs }) => [screenTimeMs, firstSeenMs])).toEqual([[1000, 1000]]);
  });

  // engine/ffmpeg/round-trip.test.ts reads and writes every kind; these differ most.
  test.each(['mp4', 'webm', 'avi', 'mpeg'] satisfies VideoKind[])(
    '%s becomes a labelled mp4 of the same length and sound',
    async (kind) => {
      const folder = scratchFolder();
      const media = await makeClip(path.join(folder, `clip.${kind}`), kind, { seconds: 1, fps: 12 });
      const out = path.join(folder, 'result.mp4');
      const result = await engine.swap({ kinds, media, bindings: { p1: lin }, out });
      expect(result).toEqual({ width: 432, height: 324, format: 'mp4', persons: ['p1'], frames: 12 });
      expect(await readLabel(out)).toMatchObject({ marked: true });
      const { video, audio, frameTimes, seconds } = await inspect(out);
      expect(video).toMatchObject({ codec_name: 'h264', width: 432, height: 324 });
      expect(audio).toHaveLength(1);
      expect(frameTimes).toHaveLength(12);
      expect(Math.abs(seconds - 1)).toBeLessThan(0.12);
      const [before, after] = [await onsets(media), await onsetsByClock(out)];
      after.forEach((time, i) => expect(Math.abs(time - before[i])).toBeLessThan(0.02));
      const [original, swapped] = [await framesOf(media), await framesOf(out)];
      const truth = clipTruth('talk');
      swapped.forEach((frame, i) => expect(change(original[i], frame, truth[i][0])).toBeGreaterThan(8));
      expect(readdirSync(folder).sort()).toEqual([`clip.${kind}`, 'result.mp4']);
    },
  );

  test.each([
    ['p1', 'tomas', 'amara'],
    ['p2', 'amara', 'tomas'],
  ])('changes only %s when two people cross', async (key, changed, untouched) => {
    const out = path.join(scratchFolder(), 'result.mp4');
    const known = key === 'p1' ? {} : { tracks: (await analysis('crossing')).tracks };
    const request = { kinds, media: clipPath('crossing'), bindings: { [key]: lin }, out, label: { visible: false } };
    await engine.swap({ ...request, ...known });
    const [before, after] = [await framesOf(clipPath('crossing')), await framesOf(out)];
    const changes = clipTruth('crossing').map((faces, i) => {
      const [mine, other] = [changed, untouched].map((id) => faces.find((face) => face.id === id)!);
      expect(change(before[i], after[i], other, mine)).toBeLessThan(3);
      return change(before[i], after[i], mine, other);
    });
    expect(changes.filter((value) => value > 4).length).toBeGreaterThan(20);
  });

  test('is cut to the requested interval', async () => {
    const folder = scratchFolder();
    const media = await makeClip(path.join(folder, 'clip.mp4'), 'mp4', { seconds: 2, fps: 12 });
    const out = path.join(folder, 'result.mp4');
    const result = await engine.swap({ kinds, media, bindings: { p1: lin }, out, fromMs: 500, toMs: 1250 });
    expect(result).toMatchObject({ frames: 9 });
    const { seconds } = await inspect(out);
    expect(Math.abs(seconds - 0.75)).toBeLessThan(0.05);
    const request = { kinds, media, bindings: { p1: lin }, out };
    await expect(engine.swap({ ...request, fromMs: 3000 })).rejects.toMatchObject({ code: 'bad_interval' });
    await expect(engine.swap({ ...request, fromMs: 900, toMs: 800 })).rejects.toMatchObject({ code: 'bad_interval' });
  });

  test('reports progress for each frame', async () => {
    const seen: FrameProgress[] = [];
    const percents: number[] = [];
    await engine.swap({
      kinds,
      media: clipPath('turn'),
      toMs: 1000,
      bindings: { p1: lin },
      out: path.join(scratchFolder(), 'result.mp4'),
      onFrames: (progress) => seen.push(progress),
      onProgress: (_stage, percent) => percents.push(percent),
    });
    const swapping = seen.filter(({ stage }) => stage === 'swapping');
    expect(swapping.map(({ framesDone }) => framesDone)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
    expect(swapping.every(({ framesTotal, msLeft }) => framesTotal === 12 && msLeft >= 0)).toBe(true);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect([percents[0], percents.at(-1)]).toEqual([0, 100]);
  });

  test.each(['detecting', 'swapping', 'writing'])('stops while %s when aborted and leaves no files', async (stage) => {
    const folder = scratchFolder();
    const calling = new AbortController();
    const onProgress = (at: string, percent: number) => {
      if (at === stage && percent >= 3) calling.abort();
    };
    const out = path.join(folder, 'result.mp4');
    const request = { kinds, media: clipPath('talk'), toMs: 1000, bindings: { p1: lin }, out };
    await expect(engine.swap({ ...request, signal: calling.signal, onProgress })).rejects.toMatchObject({
      code: 'aborted',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('has a still and a preview', async () => {
    const media = await readFile(clipPath('turn'));
    const still = await engine.still(media, 216, { kinds });
    expect(still).toMatchObject({ width: 216, height: 162 });
    const { jpeg, original } = await engine.preview({ kinds, media, bindings: { p1: lin }, width: 432 });
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 432, height: 324 });
    expect(await readLabel(jpeg)).toMatchObject({ marked: true });
    expect(await readLabel(original!)).toMatchObject({ marked: false });
    const [before, after] = await Promise.all([original!, jpeg].map((picture) => sharp(picture).raw().toBuffer()));
    const changed = before!.filter((value, at) => Math.abs(value - after![at]!) > 12).length / before!.length;
    expect(changed).toBeGreaterThan(0.005); // the face
    expect(changed).toBeLessThan(0.2); // nothing else: the same frame
  });

  test('is refused unless videos are accepted', async () => {
    await expect(engine.analyse(clipPath('turn'))).rejects.toMatchObject({ code: 'unsupported_type' });
  });

  test('is refused with a clear message when damaged', async () => {
    const folder = scratchFolder();
    const whole = await readFile(clipPath('turn'));
    const noise = Buffer.from(whole).fill(7, 200);
    for (const [name, bytes] of Object.entries({
      cut: whole.subarray(0, 3000),
      noise,
      header: whole.subarray(0, 40),
    })) {
      const file = path.join(folder, name);
      writeFileSync(file, bytes);
      await expect(engine.analyse(file, { kinds })).rejects.toMatchObject({
        code: 'damaged_media',
        message: expect.stringMatching(/^This video is damaged.*\.$/),
      });
    }
    await expect(engine.analyse(Buffer.from('#EXTM3U\nfile:///etc/passwd\n'), { kinds })).rejects.toMatchObject({
      code: 'unsupported_type',
    });
    expect(existsSync(path.join(folder, 'result.mp4'))).toBe(false);
  });
});

describe('an animation', () => {
  const delays = [80, 120, 200, 80, 100, 60];

  const made = new Map<string, Promise<Buffer>>();

  function animation(format: 'gif' | 'webp'): Promise<Buffer> {
    const animated = made.get(format) ?? makeAnimation(format);
    made.set(format, animated);
    return animated;
  }

  async function makeAnimation(format: 'gif' | 'webp'): Promise<Buffer> {
    const images = (await framesOf(clipPath('talk'))).slice(0, delays.length);
    const { width, height } = images[0];
    const pages = Buffer.concat(images.map(({ data }) => data));
    const raw = { width, height: height * images.length, channels: 3, pageHeight: height } as const;
    return sharp(pages, { raw }).toFormat(format, { delay: delays, loop: 3 }).toBuffer();
  }

  test.each(['gif', 'webp'] as const)('%s keeps frames, delays and loop count, and is labelled', async (format) => {
    const media = await animation(format);
    const out = path.join(scratchFolder(), `result.${format}`);
    const result = await engine.swap({ kinds, media, bindings: { p1: lin }, out });
    expect(result).toEqual({ width: 432, height: 324, format, persons: ['p1'], frames: delays.length });
    expect(await sharp(out, { animated: true }).metadata()).toMatchObject({
      format,
      pages: delays.length,
      pageHeight: 324,
      delay: delays,
      loop: 3,
    });
    expect(await readLabel(out)).toMatchObject({ marked: true });
  });

  test('PNG becomes an animated WebP with its frames, delays and loop count', async () => {
    const to = (name: string) => path.join(scratchFolder(), name);
    const [media, out] = [to('clip.png'), to('result')];
    await runFfmpeg(['-i', clipPath('talk'), '-frames:v', '4', '-plays', '3', '-f', 'apng', media]);
    expect(await engine.inspect(media, { kinds })).toMatchObject({ kind: 'gif', format: 'png', width: 432 });
    const result = await engine.swap({ kinds, media, bindings: { p1: lin }, out });
    expect(result).toMatchObject({ width: 432, height: 324, format: 'webp', persons: ['p1'], frames: 4 });
    const { pages, delay, loop } = await sharp(out, { animated: true }).metadata();
    expect({ pages, delay, loop }).toEqual({ pages: 4, delay: [83, 83, 83, 83], loop: 3 });
  });

  test('with partial frames and transparency is composed and keeps its transparency', async () => {
    const images = (await framesOf(clipPath('talk'))).slice(0, 4);
    const { width, height } = images[0];
    const [left, right] = [40, width - 40];
    const clear = (x: number, frame: number) => x < left || (x >= right && frame < 2);
    const pages = images.map(({ data }, frame) => {
      const rgba = new Uint8Array(4 * width * height);
      for (let i = 0; i < width * height; i++)
        if (!clear(i % width, frame)) rgba.set([...data.subarray(3 * i, 3 * i + 3), 255], 4 * i);
      return rgba;
    });
    const raw = { width, height: height * pages.length, channels: 4, pageHeight: height } as const;
    const delay = pages.map(() => 100);
    const media = await sharp(Buffer.concat(pages), { raw }).gif({ delay, interFrameMaxError: 4 }).toBuffer();
    const out = path.join(scratchFolder(), 'result.gif');
    await engine.swap({ kinds, media, bindings: { p1: lin }, out });
    const result = await sharp(out, { animated: true }).ensureAlpha().raw().toBuffer();
    for (let frame = 0; frame < pages.length; frame++)
      for (const x of [5, left - 5, left + 5, right + 5])
        expect(result[4 * ((frame * height + 30) * width + x) + 3]).toBe(clear(x, frame) ? 0 : 255);
  });

  test('is analysed', async () => {
    const { persons, ...about } = await engine.analyse(await animation('gif'), { kinds });
    expect(about).toMatchObject({
      kind: 'gif',
      format: 'gif',
      width: 432,
      height: 324,
      durationMs: 640,
      hasAudio: false,
    });
    expect(persons).toMatchObject([{ key: 'p1', screenTimeMs: 640, firstSeenMs: 0 }]);
  });

  test('is refused beyond the length limit', async () => {
    const limits = { maxGifMs: 500 };
    await expect(engine.analyse(await animation('webp'), { kinds, limits })).rejects.toMatchObject({
      code: 'too_long',
      message: expect.stringMatching(/0\.6 s; at most 0\.5 s/),
    });
  });

  test('is refused unless animations are accepted', async () => {
    await expect(engine.analyse(await animation('gif'))).rejects.toMatchObject({ code: 'unsupported_type' });
  });
});
