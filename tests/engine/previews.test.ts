import { readdirSync, statSync, truncateSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { mediaKinds, type Engine } from '#engine';
import { runFfmpeg } from '#tests/support/ffmpeg';
import { asRecordedInBrowser, clipPath, makeClip, quarter, videoKinds, type VideoKind } from '#tests/support/clips';
import { animated, portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { sharedEngine, sharedSource } from '#tests/support/shared-engine';
import { inspect, onsets, onsetsByClock } from '#tests/support/watch-video';

const kinds = mediaKinds;

let engine: Engine;
beforeAll(async () => {
  engine = await sharedEngine();
});

const allKinds = Object.keys(videoKinds) as VideoKind[];

describe('inspect', () => {
  test('describes a photo, an animation and a video', async () => {
    expect(await engine.inspect(portraitPath('otto'), { kinds })).toEqual({
      kind: 'photo',
      format: 'jpeg',
      width: 768,
      height: 960,
      hasAudio: false,
      playsInBrowsers: true,
    });
    expect(await engine.inspect(await animated('webp', [100, 300]), { kinds })).toMatchObject({
      kind: 'gif',
      format: 'webp',
      durationMs: 400,
      fps: 5,
    });
    expect(await engine.inspect(clipPath('cuts'), { kinds })).toEqual({
      kind: 'video',
      format: 'mp4',
      width: 432,
      height: 324,
      durationMs: 4000,
      fps: 12,
      hasAudio: false,
      playsInBrowsers: true,
    });
  });

  test('measures the real length of a truncated file', async () => {
    const folder = scratchFolder();
    const options = { seconds: 4, filters: [quarter], more: ['-g', '12'] };
    const cut = await makeClip(path.join(folder, 'cut.mkv'), 'mkv', options);
    truncateSync(cut, Math.floor(statSync(cut).size / 2));
    const { durationMs } = await engine.inspect(cut, { kinds });
    expect(durationMs).toBeGreaterThan(1200);
    expect(durationMs).toBeLessThan(3000);
  });

  test('measures the length of an AVI with B-frames that leaves frames out', async () => {
    const everyOther = ['scale=96:96', 'fps=24', "select='not(mod(n,2))'"];
    const more = ['-an', '-c:v', 'libx264', '-preset', 'medium', '-bf', '3'];
    const media = await makeClip(path.join(scratchFolder(), 'clip.avi'), 'avi', {
      seconds: 4,
      filters: everyOther,
      more,
    });
    const { durationMs } = await engine.inspect(media, { kinds });
    expect(durationMs).toBeGreaterThan(3900);
    expect(durationMs).toBeLessThan(4100);
  });

  test('measures the length when the header states none, as in browser recordings', async () => {
    const media = await asRecordedInBrowser(path.join(scratchFolder(), 'recording.webm'));
    const { durationMs } = await engine.inspect(media, { kinds });
    expect(Math.abs(durationMs! - 2000)).toBeLessThan(100);
  });
});

describe('a copy that every browser plays', () => {
  const playing: VideoKind[] = ['mp4', 'm4v', '3gp', 'webm'];

  test.each(allKinds)('of %s keeps times, length and sound', async (kind) => {
    const folder = scratchFolder();
    const media = await makeClip(path.join(folder, `clip.${kind}`), kind, { filters: [quarter] });
    expect((await engine.inspect(media, { kinds })).playsInBrowsers).toBe(playing.includes(kind));
    const out = path.join(folder, 'playable.mp4');
    expect(await engine.playable({ media, out })).toEqual({ width: 216, height: 162 });
    const { video, audio, frameTimes, seconds } = await inspect(out);
    expect(video).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', width: 216, height: 162 });
    expect(audio.map(({ codec_name }) => ['aac', 'mp3'].includes(codec_name))).toEqual([true]);
    expect(frameTimes).toHaveLength(24);
    expect(Math.abs(seconds - 1)).toBeLessThan(0.12);
    const [before, after] = [await onsets(media), await onsetsByClock(out)];
    expect(after).toHaveLength(before.length);
    after.forEach((time, i) => expect(Math.abs(time - before[i])).toBeLessThan(0.02));
    expect(await startsAtOnce(out)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual([`clip.${kind}`, 'playable.mp4']);
  });

  test('is bounded in height and reports progress', async () => {
    const folder = scratchFolder();
    const media = await makeClip(path.join(folder, 'clip.avi'), 'avi', { seconds: 1 });
    const percents: number[] = [];
    const onProgress = (_stage: string, percent: number) => percents.push(percent);
    const out = path.join(folder, 'playable.mp4');
    expect(await engine.playable({ media, out, maxHeight: 162, onProgress })).toEqual({ width: 216, height: 162 });
    expect((await inspect(out)).video).toMatchObject({ width: 216, height: 162 });
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(percents.at(-1)).toBe(100);
  });

  test('copies H.264 when only the container is unsupported', async () => {
    const folder = scratchFolder();
    const media = await makeClip(path.join(folder, 'clip.mkv'), 'mkv', { filters: [quarter] });
    const out = path.join(folder, 'playable.mp4');
    await engine.playable({ media, out });
    expect(await pictureHash(out)).toBe(await pictureHash(media));
  });

  test.each(['10 bits', 'HEVC', '4:4:4'])('is made of %s', async (what) => {
    const x265 = ['-c:v', 'libx265', '-x265-params', 'log-level=none'];
    const more = { '10 bits': [...x265, '-pix_fmt', 'yuv420p10le'], HEVC: x265, '4:4:4': ['-pix_fmt', 'yuv444p'] }[
      what
    ];
    const folder = scratchFolder();
    const media = await makeClip(path.join(folder, 'clip.mp4'), 'mp4', { seconds: 0.5, fps: 12, more });
    expect((await engine.inspect(media, { kinds })).playsInBrowsers).toBe(false);
    const out = path.join(folder, 'playable.mp4');
    await engine.playable({ media, out });
    expect((await inspect(out)).video).toMatchObject({ codec_name: 'h264', profile: 'High', pix_fmt: 'yuv420p' });
  });

  test('stops when aborted and leaves no files', async () => {
    const folder = scratchFolder();
    const media = await makeClip(path.join(folder, 'clip.avi'), 'avi');
    const calling = new AbortController();
    const working = engine.playable({ media, out: path.join(folder, 'playable.mp4'), signal: calling.signal });
    calling.abort();
    await expect(working).rejects.toMatchObject({ code: 'aborted' });
    expect(readdirSync(folder)).toEqual(['clip.avi']);
  });

  test('is refused for pictures', async () => {
    const out = path.join(scratchFolder(), 'playable.mp4');
    for (const media of [portraitPath('otto'), await animated('gif', [100, 100])]) {
      await expect(engine.playable({ media, out })).rejects.toMatchObject({ code: 'unsupported_type' });
    }
  });
});

describe('a filmstrip', () => {
  async function columns(jpeg: Buffer, count: number): Promise<number[]> {
    const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
    const wide = info.width / count;
    return Array.from({ length: count }, (_, column) => {
      let sum = 0;
      for (let y = 0; y < info.height; y++)
        for (let x = column * wide; x < (column + 1) * wide; x++) sum += data[y * info.width + x];
      return sum / (wide * info.height);
    });
  }

  const brightening = ['scale=160:120', 'format=yuv444p', 'geq=lum=16+N*4:cb=128:cr=128'];

  test.each(allKinds)('of %s shows its frames at even distances', async (kind) => {
    const file = path.join(scratchFolder(), `clip.${kind}`);
    const more = ['-pix_fmt', 'yuv420p'];
    const media = await makeClip(file, kind, { seconds: 2, filters: brightening, more });
    const { jpeg, ...size } = await engine.filmstrip(media, { frames: 6, height: 60 });
    expect(size).toEqual({ frames: 6, width: 80, height: 60 });
    const levels = await columns(jpeg, 6);
    const steps = levels.slice(1).map((level, i) => level - levels[i]);
    // Eight frames, four levels each, video range.
    for (const step of steps) expect(Math.abs(step - (8 * 4 * 255) / 219)).toBeLessThan(10);
    const sought = await engine.filmstrip(media, { frames: 2, height: 60 });
    const [, second, , , fifth] = levels;
    const differences = (await columns(sought.jpeg, 2)).map((level, i) => Math.abs(level - [second, fifth][i]));
    // One frame: AVI states no time of its first one.
    for (const difference of differences) expect(difference).toBeLessThan((1.5 * 4 * 255) / 219);
  });

  test('shows frames for as long as the video does', async () => {
    const file = path.join(scratchFolder(), 'clip.mp4');
    const filters = ['scale=160:120', 'format=yuv444p', 'geq=lum=16+N*60:cb=128:cr=128', 'format=yuv420p'];
    const media = await makeClip(file, 'mp4', { seconds: 3, fps: 1, filters });
    const { jpeg } = await engine.filmstrip(media, { frames: 6, height: 60 });
    const level = (video: number) => Math.round((video * 60 * 255) / 219 / 10) * 10;
    const levels = (await columns(jpeg, 6)).map((mean) => Math.round(mean / 10) * 10);
    expect(levels).toEqual([0, 0, 1, 1, 2, 2].map(level));
  });

  test.each(['gif', 'webp'] as const)('of %s follows its delays', async (format) => {
    const page = (level: number) =>
      sharp({ create: { width: 200, height: 200, channels: 3, background: { r: level, g: level, b: level } } })
        .png()
        .toBuffer();
    const pages = await Promise.all([0, 100, 200].map(page));
    const delay = [600, 200, 400];
    const media = await sharp(pages, { join: { animated: true } })
      .toFormat(format, { delay })
      .toBuffer();
    const { jpeg } = await engine.filmstrip(media, { frames: 6, height: 50 });
    const levels = (await columns(jpeg, 6)).map((level) => Math.round(level / 100) * 100);
    expect(levels).toEqual([0, 0, 0, 100, 200, 200]);
  });

  test('of a truncated video repeats its last frame', async () => {
    const file = await makeClip(path.join(scratchFolder(), 'clip.ts'), 'ts', { seconds: 2, more: ['-g', '12'] });
    truncateSync(file, Math.floor(statSync(file).size / 2));
    const { frames } = await engine.filmstrip(file, { frames: 6, durationMs: 2000 });
    expect(frames).toBe(6);
  });

  test('is refused for a photo', async () => {
    await expect(engine.filmstrip(portraitPath('otto'))).rejects.toMatchObject({ code: 'unsupported_type' });
  });
});

describe('transparent pixels', () => {
  /** A portrait over black; its left columns, or all of it, are transparent. */
  async function cutOut(format: 'png' | 'webp', clearColumns: number, opacity = 0, frames = 1): Promise<Buffer> {
    const portrait = sharp(portraitPath('freya')).resize(allColumns);
    const { data, info } = await portrait.raw().toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const rgba = Buffer.alloc(4 * width * height);
    for (let i = 0; i < width * height; i++) {
      const isClear = i % width < clearColumns;
      if (!isClear || clearColumns === width) data.copy(rgba, 4 * i, 3 * i, 3 * i + 3);
      rgba[4 * i + 3] = isClear ? opacity : 255;
    }
    const raw = { width, height: frames * height, channels: 4, pageHeight: height } as const;
    const different = Array.from({ length: frames }, (_, frame) =>
      Buffer.from(rgba).fill(80 * frame, rgba.length - 400),
    );
    const pages = sharp(Buffer.concat(different), { raw });
    return format === 'png' ? pages.png().toBuffer() : pages.webp({ lossless: true, delay: [100, 100] }).toBuffer();
  }

  const allColumns = 384;
  const clearColumns = 50;

  async function darkest(jpeg: Buffer): Promise<number> {
    const area = { left: 0, top: 0, width: 30, height: 30 };
    return Math.min(...(await sharp(jpeg).removeAlpha().extract(area).raw().toBuffer()));
  }

  test.each([
    ['a photo', 300, () => cutOut('png', clearColumns)],
    ['a photo of that width', allColumns, () => cutOut('png', clearColumns)],
    ['an animation', 300, () => cutOut('webp', clearColumns, 10, 2)],
  ] as const)('of %s are white in its still and preview (%i pixels wide)', async (_what, width, make) => {
    const media = await make();
    const { jpeg } = await engine.still(media, width, { kinds });
    const bindings = { p1: await sharedSource('lin') };
    const preview = await engine.preview({ kinds, media, bindings, width });
    for (const picture of [jpeg, preview.jpeg, preview.original ?? jpeg])
      expect(await darkest(picture)).toBeGreaterThan(235);
  });

  test('of an animation are white in its filmstrip', async () => {
    const { jpeg } = await engine.filmstrip(await cutOut('webp', allColumns, 10, 2), { frames: 2, height: 60 });
    expect(await darkest(jpeg)).toBeGreaterThan(235);
  });

  test('show no face', async () => {
    const media = await cutOut('png', allColumns);
    const noFace = { code: 'no_face' };
    for (const hidden of [media, await cutOut('webp', allColumns, 10, 2)])
      expect((await engine.analyse(hidden, { kinds })).persons).toHaveLength(0);
    await expect(engine.sourceFaces(media)).rejects.toMatchObject(noFace);
    await expect(engine.prepare([media])).rejects.toMatchObject(noFace);
    const swap = { media, bindings: { p1: await sharedSource('lin') }, out: path.join(scratchFolder(), 'result.png') };
    await expect(engine.swap(swap)).rejects.toMatchObject(noFace);
  });
});

/** The index precedes the media data. */
async function startsAtOnce(file: string): Promise<boolean> {
  const bytes = (await readFile(file)).toString('latin1');
  return bytes.indexOf('moov') < bytes.indexOf('mdat');
}

/** Without the container. */
async function pictureHash(file: string): Promise<string> {
  const bitstream = ['-map', '0:v', '-c', 'copy', '-bsf:v', 'h264_mp4toannexb', '-f', 'h264', 'pipe:1'];
  return (await runFfmpeg(['-i', file, ...bitstream])).toString('base64');
}
