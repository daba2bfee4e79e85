import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { animationLimits, readLabel, type Engine, type ExportFormat } from '#engine';
import { reducedSize } from '#engine/media/size';
import { watermarkOverlay } from '#engine/label/watermark';
import { withGifComment } from '#engine/label/gif-comment';
import { COMPOSITE_SYNTHETIC, COMPOSITE_WITH_TRAINED_MEDIA, VIDEO_TAG, writeXmp } from '#engine/label/xmp';
import { makeClip, withLongerSound } from '#tests/support/clips';
import { everyFrame, runFfmpeg } from '#tests/support/ffmpeg';
import { animated, portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { sharedEngine } from '#tests/support/shared-engine';
import { inspect } from '#tests/support/watch-video';

let engine: Engine;
beforeAll(async () => {
  engine = await sharedEngine();
});

interface Size {
  width: number;
  height: number;
}

const labelOf = async ({ width, height }: Size) => {
  const { input, left = 0, top = 0 } = watermarkOverlay(width, height);
  const { width: wide, height: high } = await sharp(input as Buffer).metadata();
  return { input: input as Buffer, left, top, width: wide, height: high };
};

/** Labelled in pixels and metadata. */
async function photoResult(folder: string, extension = 'jpg'): Promise<string> {
  const file = path.join(folder, `result.${extension}`);
  const label = await labelOf({ width: 768, height: 960 });
  await sharp(portraitPath('lin'))
    .composite([{ input: label.input, left: label.left, top: label.top }])
    .withXmp(writeXmp(COMPOSITE_SYNTHETIC, ['urn:the-original']))
    .toFile(file);
  return file;
}

async function gifResult(folder: string): Promise<string> {
  const file = path.join(folder, 'result.gif');
  const { input, left, top } = await labelOf({ width: 240, height: 300 });
  const frames = await animated('gif', [100, 300, 200]);
  const tiles = [0, 1, 2].map((frame) => ({ input, left, top: top + 300 * frame }));
  await writeFile(
    file,
    await sharp(frames, { animated: true })
      .composite(tiles)
      .gif({ delay: [100, 300, 200] })
      .toBuffer(),
  );
  return file;
}

async function videoResult(folder: string): Promise<string> {
  const [clip, plate, file] = ['clip.mp4', 'label.png', 'result.mp4'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await makeClip(clip, 'mp4', { seconds: 2, filters: ['scale=864:648'] });
  const { input, left, top } = await labelOf({ width: 864, height: 648 });
  await sharp(input).png().toFile(plate);
  await runFfmpeg([
    ...['-i', clip, '-i', plate, '-filter_complex', `[0:v][1:v]overlay=${left}:${top},format=yuv420p[v]`],
    ...['-map', '[v]', '-map', '0:a?', '-c:a', 'copy', '-preset', 'ultrafast', '-y', file],
  ]);
  return file;
}

/** Red from the start, green from 2 s, blue from 3.5 s on for less than a step of an animation. */
async function slidesIn(folder: string): Promise<string> {
  const colours = `geq=r='255*eq(N,0)':g='255*eq(N,1)':b='255*gte(N,2)'`;
  const filters = ['trim=end_frame=3', 'scale=96:96', colours, "setpts='(2*N-gte(N,2)*0.5)/TB'"];
  const file = path.join(folder, 'slides.mp4');
  await makeClip(file, 'mp4', { seconds: 5, filters, sounds: 0, more: await everyFrame() });
  return file;
}

async function colourAt(picture: Sharp, left: number, top: number) {
  const pixel = picture.extract({ left, top, width: 1, height: 1 }).removeAlpha();
  const [red, green, blue] = await pixel.raw().toBuffer();
  return ['red', 'green', 'blue'][[red, green, blue].indexOf(Math.max(red!, green!, blue!))];
}

/** Mean difference of the label's pixels at equal size; 0–255. */
async function labelChange(exported: Buffer, result: Buffer): Promise<number> {
  const { width, height } = await sharp(exported).metadata();
  const label = await labelOf({ width, height });
  const box = { left: label.left, top: label.top, width: label.width, height: label.height };
  const pixels = (picture: Buffer) =>
    sharp(picture).resize({ width, height, fit: 'fill' }).removeAlpha().extract(box).raw().toBuffer();
  const [one, other] = await Promise.all([exported, result].map(async (p) => pixels(await sharp(p).png().toBuffer())));
  return one!.reduce((sum, value, at) => sum + Math.abs(value - other![at]!), 0) / one!.length;
}

const firstFrame = (file: string) =>
  runFfmpeg(['-i', file, '-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe', 'pipe:1']);

describe('a photo', () => {
  test.each([
    ['jpeg', undefined, 768],
    ['png', 480, 480],
    ['webp', 720, 720],
    ['webp', 1080, 768],
  ] as const)('becomes %s with a shorter side of %s pixels, labelled', async (format, shortSide, width) => {
    const folder = scratchFolder();
    const media = await photoResult(folder, 'png');
    const out = path.join(folder, 'exported');
    const size = { width, height: width * 1.25 };
    expect(await engine.export({ media, out, format, shortSide })).toEqual(size);
    const bytes = await readFile(out);
    expect(await sharp(bytes).metadata()).toMatchObject({ format, ...size });
    expect(await readLabel(bytes)).toEqual({ marked: true, sourceTypes: [COMPOSITE_SYNTHETIC, 'urn:the-original'] });
    expect(await labelChange(bytes, await readFile(media))).toBeLessThan(12);
  });
});

describe('an animation', () => {
  test.each(['gif', 'webp'] as const)('becomes a smaller %s with the same delays', async (format) => {
    const folder = scratchFolder();
    const media = await gifResult(folder);
    const out = path.join(folder, 'exported');
    expect(await engine.export({ media, out, format, shortSide: 200 })).toEqual({ width: 200, height: 250 });
    const bytes = await readFile(out);
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({
      ...{ format, width: 200, pageHeight: 250, pages: 3, delay: [100, 300, 200], loop: 0 },
    });
    expect(await readLabel(bytes)).toMatchObject({ marked: true });
    expect(await labelChange(bytes, await readFile(media))).toBeLessThan(25); // two palettes
  });

  test('becomes a video of the same length', async () => {
    const folder = scratchFolder();
    const media = await gifResult(folder);
    const out = path.join(folder, 'exported.mp4');
    expect(await engine.export({ media, out, format: 'mp4' })).toEqual({ width: 240, height: 300 });
    const { video, audio, seconds, tags } = await inspect(out);
    expect(video).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', width: 240, height: 300 });
    expect(audio).toEqual([]);
    expect(seconds).toBeCloseTo(0.6, 1);
    expect(tags[VIDEO_TAG]).toBe(COMPOSITE_SYNTHETIC);
    expect(await labelChange(await firstFrame(out), await readFile(media))).toBeLessThan(12);
  });
});

describe('a video', () => {
  let made: string;
  let media: string;
  beforeAll(async () => {
    made = mkdtempSync(path.join(tmpdir(), 'faceswap-test-'));
    media = await videoResult(made);
  });
  afterAll(() => rmSync(made, { recursive: true, force: true }));

  test('becomes a smaller mp4 with its sound, times and label', async () => {
    const folder = scratchFolder();
    const out = path.join(folder, 'exported.mp4');
    expect(await engine.export({ media, out, format: 'mp4', shortSide: 480 })).toEqual({ width: 640, height: 480 });
    const [before, after] = [await inspect(media), await inspect(out)];
    expect(after.video).toMatchObject({ codec_name: 'h264', width: 640, height: 480 });
    expect(after.audio.map(({ codec_name }) => codec_name)).toEqual(['aac']);
    expect(after.frameTimes).toHaveLength(before.frameTimes.length);
    expect(after.seconds).toBeCloseTo(before.seconds, 1);
    expect(after.tags[VIDEO_TAG]).toBe(COMPOSITE_SYNTHETIC);
    expect(await labelChange(await firstFrame(out), await firstFrame(media))).toBeLessThan(14);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('loses its sound and nothing else', async () => {
    const folder = scratchFolder();
    const out = path.join(folder, 'exported.mp4');
    expect(await engine.export({ media, out, format: 'mp4', sound: false })).toEqual({ width: 864, height: 648 });
    const { audio, tags } = await inspect(out);
    expect(audio).toEqual([]);
    expect(tags[VIDEO_TAG]).toBe(COMPOSITE_SYNTHETIC);
    expect(await firstFrame(out)).toEqual(await firstFrame(media));
  });

  test.each(['gif', 'webp'] as const)('becomes a %s that plays at the same speed', async (format) => {
    const folder = scratchFolder();
    const out = path.join(folder, 'exported');
    expect(await engine.export({ media, out, format, fromMs: 1000 })).toEqual({ width: 640, height: 480 });
    const bytes = await readFile(out);
    const { pages = 0, delay = [], ...about } = await sharp(bytes, { animated: true }).metadata();
    expect(about).toMatchObject({ format, width: 640, pageHeight: 480, loop: 0 });
    expect(delay).toEqual(Array.from({ length: pages }, () => 80));
    expect(pages * 80).toBeGreaterThan(850);
    expect(pages * 80).toBeLessThanOrEqual(1000);
    expect(await readLabel(bytes)).toMatchObject({ marked: true });
    expect(await labelChange(bytes, await firstFrame(media))).toBeLessThan(25);
  });

  test('of slides becomes a GIF that shows each when the video does', async () => {
    const folder = scratchFolder();
    const out = path.join(folder, 'exported.gif');
    await engine.export({ media: await slidesIn(folder), out, format: 'gif' });
    const { delay = [] } = await sharp(out, { animated: true }).metadata();
    const colours = await Promise.all(delay.map((_, page) => colourAt(sharp(out, { page }), 48, 48)));
    expect(colours).toEqual(['red', 'green']);
    expect(Math.abs(delay[0]! - 2000)).toBeLessThanOrEqual(80);
    expect(Math.abs(delay[1]! - 1500)).toBeLessThanOrEqual(80);
  });

  test('of any length becomes a GIF of 15 seconds at most', async () => {
    const folder = scratchFolder();
    const long = path.join(folder, 'long.mp4');
    await makeClip(path.join(folder, 'short.mp4'), 'mp4', {
      seconds: 4,
      fps: 12,
      sounds: 0,
      filters: ['scale=128:96'],
    });
    await runFfmpeg(['-stream_loop', '3', '-i', path.join(folder, 'short.mp4'), '-c', 'copy', '-y', long]);
    const out = path.join(folder, 'exported.gif');
    await engine.export({ media: long, out, format: 'gif' });
    const { delay = [] } = await sharp(out, { animated: true }).metadata();
    const lengthMs = delay.reduce((sum, ms) => sum + ms, 0);
    expect(lengthMs).toBeGreaterThan(animationLimits.ms - 100);
    expect(lengthMs).toBeLessThanOrEqual(animationLimits.ms);
  });
});

describe('an export by a trained model', () => {
  const types = [COMPOSITE_WITH_TRAINED_MEDIA, 'urn:the-original'];
  const [own] = types;
  const results = {
    gif: async (out: string) => writeFile(out, withGifComment(await animated('gif', [100, 100]), own)),
    webp: async (out: string) => {
      const pages = sharp(await animated('webp', [100, 100]), { animated: true });
      await pages.withXmp(writeXmp(own, types.slice(1))).toFile(out);
    },
    mp4: async (out: string) => {
      const clip = await makeClip(`${out}.clip`, 'm4v', { seconds: 0.5, sounds: 0 });
      const tag = ['-metadata', `${VIDEO_TAG}=${own}`, '-movflags', 'use_metadata_tags'];
      await runFfmpeg(['-i', clip, '-c', 'copy', ...tag, out]);
    },
  };

  test.each([
    ['gif', 'webp', [own]],
    ['gif', 'mp4', [own]],
    ['webp', 'webp', types],
    ['webp', 'gif', [own]],
    ['mp4', 'gif', [own]],
    ['mp4', 'webp', [own]],
  ] as const)('from %s to %s says so', async (from, format, sourceTypes) => {
    const folder = scratchFolder();
    const [media, out] = [path.join(folder, `result.${from}`), path.join(folder, 'exported')];
    await results[from](media);
    await engine.export({ media, out, format });
    const exported = await readFile(out);
    expect(await readLabel(exported)).toEqual({ marked: true, sourceTypes });
    if (format === 'webp') expect((await sharp(exported).metadata()).xmpAsString!.split(own)).toHaveLength(2);
  });
});

test('a format that the kind of media has not is refused, and nothing is written', async () => {
  const folder = scratchFolder();
  const media = await photoResult(folder);
  const out = path.join(folder, 'exported');
  const refused = engine.export({ media, out, format: 'mp4' as ExportFormat });
  await expect(refused).rejects.toMatchObject({ code: 'unsupported_type' });
  expect(readdirSync(folder)).toEqual(['result.jpg']);
});

describe('before and after', () => {
  test('stand side by side, each with its label', async () => {
    const folder = scratchFolder();
    const [original, result] = [portraitPath('lin'), await photoResult(folder, 'png')];
    const { jpeg } = await engine.compare({ original, result, isLabelled: true });
    const { width, height, format } = await sharp(jpeg).metadata();
    expect({ width, height, format }).toEqual({ width: 2 * 768 + 5, height: 960, format: 'jpeg' });
    expect(await readLabel(jpeg)).toMatchObject({ marked: true });
    const right = await sharp(jpeg).extract({ left: 773, top: 0, width: 768, height: 960 }).png().toBuffer();
    expect(await labelChange(right, await readFile(result))).toBeLessThan(12);
    const left = await sharp(jpeg).extract({ left: 0, top: 0, width: 768, height: 960 }).png().toBuffer();
    expect(await labelChange(left, await readFile(original))).toBeLessThan(12); // no AI label
  });

  test('of a part of a video show the same moment', async () => {
    const folder = scratchFolder();
    const original = await makeClip(path.join(folder, 'original.mp4'), 'mp4', {
      ...{ from: 'turn', seconds: 4, fps: 12, sounds: 0 },
    });
    const result = path.join(folder, 'part.mp4');
    await runFfmpeg(['-i', original, '-vf', 'trim=start=1,setpts=PTS-STARTPTS', '-crf', '10', '-y', result]);
    const part = { fromMs: 1000, toMs: 4000 };
    const { jpeg } = await engine.compare({ original, result, part, atMs: 1500, isLabelled: false });
    const { width, height } = await sharp(jpeg).metadata();
    expect({ width, height }).toEqual({ width: 2 * 432 + 3, height: 324 });
    const half = (left: number) => sharp(jpeg).extract({ left, top: 60, width: 432, height: 264 }).raw().toBuffer();
    const [before, after] = [await half(0), await half(435)];
    const change = before.reduce((sum, value, at) => sum + Math.abs(value - after[at]!), 0) / before.length;
    expect(change).toBeLessThan(3);
  });

  test('of slides show the one that is shown then', async () => {
    const slides = await slidesIn(scratchFolder());
    const shown = async (atMs: number, fromMs = 0) => {
      const request = { original: slides, result: slides, part: { fromMs }, atMs, isLabelled: true };
      const { jpeg } = await engine.compare(request);
      return Promise.all([48, 96 + 50].map((x) => colourAt(sharp(jpeg), x, 90)));
    };
    expect(await shown(1500)).toEqual(['red', 'red']);
    expect(await shown(1999)).toEqual(['red', 'red']);
    expect(await shown(2000)).toEqual(['green', 'green']);
    expect(await shown(3499)).toEqual(['green', 'green']);
    expect(await shown(3600)).toEqual(['blue', 'blue']);
    expect(await shown(1000, 1500)).toEqual(['green', 'red']);
    expect(await shown(0, 1500)).toEqual(['red', 'red']);
  });

  test('of a video whose sound goes on show its last frame', async () => {
    const video = await withLongerSound(path.join(scratchFolder(), 'clip.mp4'));
    const [last, after] = await Promise.all(
      [917, 1500].map((atMs) => engine.compare({ original: video, result: video, atMs, isLabelled: false })),
    );
    expect(after.jpeg.equals(last.jpeg)).toBe(true);
  });
});

test.each([
  [{ width: 1600, height: 1200 }, 720, 1, { width: 960, height: 720 }],
  [{ width: 1080, height: 1920 }, 480, 2, { width: 480, height: 854 }],
  [{ width: 300, height: 200 }, 480, 2, { width: 300, height: 200 }],
  [{ width: 300, height: 200 }, undefined, 1, { width: 300, height: 200 }],
])('%o at most %s on the shorter side', (size, shortSide, step, expected) => {
  expect(reducedSize(size, shortSide, step)).toEqual(expected);
});
