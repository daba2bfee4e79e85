import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeClip, quarter, videoKinds, type VideoKind } from '#tests/support/clips';
import { everyFrame, runFfmpeg } from '#tests/support/ffmpeg';
import { scratchFolder } from '#tests/support/scratch';
import { inspect, onsets, onsetsByClock } from '#tests/support/watch-video';
import type { Trim } from './arguments';
import { makePlayable } from '#engine/preview/playable';
import { withMedia } from '#engine/video/clip/probe-media';
import { readRgbFrames, readYuvFrames } from './frame-reader';
import { FrameWriter } from './frame-writer';
import { joinSegments } from './join-segments';
import type { Rational } from './rational';

async function copy(file: string, trim: Trim = {}, frames = 10): Promise<string> {
  const folder = path.dirname(file);
  const out = path.join(folder, 'copy.mp4');
  const info = await openVideo(file);
  const segments: { file: string; ticks: number }[] = [];
  let [writer, count, kept]: [FrameWriter | undefined, number, Rational | undefined] = [undefined, 0, undefined];
  for await (const { frame, ticks, clock } of readYuvFrames(info, { trim })) {
    if (count++ % frames === 0) {
      await writer?.finish();
      segments.push({ file: `part-${segments.length}.nut`, ticks });
      writer = await FrameWriter.open(info, { out: path.join(folder, segments.at(-1)!.file), clock });
    }
    kept = clock;
    await writer!.write(frame, ticks - segments.at(-1)!.ticks);
  }
  await writer!.finish();
  await joinSegments(info, { segments, clock: kept!, list: path.join(folder, 'segments.txt'), out, trim });
  return out;
}

function openVideo(file: string) {
  return withMedia(file, {}, async (media) => {
    if (media.kind !== 'video') throw new Error(`${file} is a ${media.kind}`);
    return media.info;
  });
}

const kinds = Object.keys(videoKinds) as VideoKind[];
const small = { filters: [quarter] };

/** Seconds. */
async function frameTimes(file: string, trim: Trim = {}): Promise<number[]> {
  const times: number[] = [];
  for await (const { ticks, clock } of readRgbFrames(await openVideo(file), { trim }))
    times.push((ticks * clock.num) / clock.den);
  return times;
}

describe('every kind of video', () => {
  test.each(kinds)('%s keeps frames, timestamps, duration and audio sync', async (kind) => {
    const file = await makeClip(path.join(scratchFolder(), `clip.${kind}`), kind, small);
    const out = await copy(file);
    const { video, audio, seconds, ...after } = await inspect(out);
    expect(video).toMatchObject({ codec_name: 'h264', profile: 'High', pix_fmt: 'yuv420p', width: 216, height: 162 });
    expect(audio.map((track) => track.codec_name)).toEqual([kind === 'mkv' || kind === 'avi' ? 'mp3' : 'aac']);
    const before = await frameTimes(file);
    expect(before).toHaveLength(24);
    expect(after.frameTimes).toHaveLength(24);
    after.frameTimes.forEach((time, i) => expect(Math.abs(time - before[i])).toBeLessThan(0.001));
    const length = (await openVideo(file)).durationMs! / 1000;
    expect(Math.abs(seconds - length)).toBeLessThan(0.1);
    const [heardBefore, heardAfter] = [await onsets(file), await onsetsByClock(out)];
    expect(heardAfter).toHaveLength(2);
    heardAfter.forEach((time, i) => expect(Math.abs(time - heardBefore[i])).toBeLessThan(0.02));
  });

  test.each(kinds)('%s is trimmed frame-exactly', async (kind) => {
    const file = await makeClip(path.join(scratchFolder(), `clip.${kind}`), kind, { ...small, seconds: 4 });
    const all = await frameTimes(file);
    const wanted = all.filter((time) => time >= 2.98 && time < 3.48);
    const trimmed = await frameTimes(file, { fromMs: 2980, toMs: 3480 });
    expect(trimmed).toHaveLength(wanted.length);
    trimmed.forEach((time, i) => expect(Math.abs(time + 2.98 - wanted[i])).toBeLessThan(0.002));
  });
});

/** Seconds and colour of each frame. */
async function coloursIn(file: string, trim: Trim): Promise<(readonly [number, string])[]> {
  const seen: (readonly [number, string])[] = [];
  for await (const { image, ticks, clock } of readRgbFrames(await openVideo(file), { trim })) {
    const brightest = [0, 1, 2].sort((a, b) => image.data[b] - image.data[a])[0];
    seen.push([(ticks * clock.num) / clock.den, ['red', 'green', 'blue'][brightest]]);
  }
  return seen;
}

test.each(['mp4', 'mkv', 'ts'] as const)('a part of %s begins with the frame that is shown there', async (kind) => {
  const colours = `geq=r='255*eq(N,0)':g='255*eq(N,1)':b='255*gte(N,2)'`;
  const filters = ['trim=end_frame=4', 'scale=96:96', colours, 'setpts=2*N/TB'];
  const options = { seconds: 7, filters, more: [...(await everyFrame()), '-an'] };
  const file = await makeClip(path.join(scratchFolder(), `clip.${kind}`), kind, options);
  expect(await coloursIn(file, { fromMs: 2500, toMs: 3500 })).toEqual([[0, 'green']]);
  expect(await coloursIn(file, { fromMs: 500, toMs: 4500 })).toEqual([
    [0, 'red'],
    [1.5, 'green'],
    [3.5, 'blue'],
  ]);
  expect(await coloursIn(file, { fromMs: 5000, toMs: 5900 })).toEqual([[0, 'blue']]);
  expect(await coloursIn(file, { fromMs: 2000, toMs: 3000 })).toEqual([[0, 'green']]);
});

test('AMR-NB audio keeps its duration and sync', async () => {
  // A click every half second, encoded by libopencore_amrnb.
  const folder = scratchFolder();
  const file = path.join(folder, 'clip.3gp');
  copyFileSync('tests/support/amr-nb.3gp', file);
  const { audio } = await openVideo(file);
  expect(audio).toMatchObject([{ codec: 'amr_nb' }]);
  const out = await copy(file);
  expect((await inspect(out)).audio.map((track) => track.codec_name)).toEqual(['aac']);
  const [before, after] = [await onsets(file), await onsetsByClock(out)];
  expect(after).toHaveLength(2);
  after.forEach((time, i) => expect(Math.abs(time - before[i])).toBeLessThan(0.02));
});

test('audio is trimmed with the video', async () => {
  const file = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', { ...small, seconds: 4 });
  const out = await copy(file, { fromMs: 2900, toMs: 3700 });
  const { frameTimes: shown, seconds } = await inspect(out);
  expect(shown).toHaveLength((await frameTimes(file)).filter((t) => t >= 2.9 && t < 3.7).length);
  expect(seconds).toBeCloseTo(0.8, 1);
  const heard = await onsetsByClock(out);
  expect(heard).toHaveLength(2);
  heard.forEach((time, i) => expect(Math.abs(time - [0.1, 0.6][i])).toBeLessThan(0.02));
});

test('a title that looks like a frame in the log of ffmpeg is none', async () => {
  const folder = scratchFolder();
  const [plain, titled] = [path.join(folder, 'clip.mkv'), path.join(folder, 'titled.mkv')];
  await makeClip(plain, 'mkv', small);
  await runFfmpeg(['-i', plain, '-c', 'copy', '-metadata', 'title= n: 0 pts: 77', titled]);
  expect(await frameTimes(titled)).toEqual(await frameTimes(plain));
});

test('variable frame rates keep their timestamps', async () => {
  const uneven = [quarter, "select='not(mod(n\\,3))+eq(mod(n\\,7)\\,1)'"];
  const file = path.join(scratchFolder(), 'clip.mkv');
  await makeClip(file, 'mkv', { filters: uneven, more: [...(await everyFrame()), '-c:a', 'aac'] });
  const before = await frameTimes(file);
  const gaps = new Set(before.slice(1).map((time, i) => Math.round((time - before[i]) * 24)));
  expect(gaps.size).toBeGreaterThan(1);
  const after = (await inspect(await copy(file))).frameTimes;
  expect(after).toHaveLength(before.length);
  after.forEach((time, i) => expect(Math.abs(time - before[i])).toBeLessThan(0.0015));
});

test.each(['bt470bg', 'bt709'])('BT.601 with the primaries %s keeps them', async (primaries) => {
  const stated = ['-colorspace', 'bt470bg', '-color_primaries', primaries, '-color_trc', 'smpte170m'];
  const options = { seconds: 0.2, fps: 10, more: ['-an', ...stated] };
  const file = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', options);
  const { video } = await inspect(await copy(file));
  expect(video).toMatchObject({ color_primaries: primaries, color_space: 'smpte170m', color_transfer: 'smpte170m' });
});

test('H.264 states the level that the size and rate need', async () => {
  const file = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', { seconds: 0.3, sounds: 0 });
  expect((await inspect(await copy(file))).video.level).toBeLessThanOrEqual(30);
});

test('all audio tracks are kept, or none', async () => {
  const folder = scratchFolder();
  const two = await makeClip(path.join(folder, 'two.mov'), 'mov', { ...small, sounds: 2 });
  expect((await inspect(await copy(two))).audio).toHaveLength(2);
  const silent = await makeClip(path.join(folder, 'silent.mp4'), 'mp4', { ...small, sounds: 0 });
  expect((await inspect(await copy(silent))).audio).toHaveLength(0);
});

test.each([10, 12])('what the last of %d channels plays is heard', async (channels) => {
  const folder = scratchFolder();
  const file = path.join(folder, 'clip.mov');
  const silent = Array.from({ length: channels - 1 }, () => '0');
  const pulses = [...silent, 'sin(2*PI*1000*t)*lt(mod(t\\,0.5)\\,0.05)'].join('|');
  const sound = ['-f', 'lavfi', '-i', `aevalsrc=${pulses}:s=16000:d=1`];
  await runFfmpeg(['-f', 'lavfi', '-i', 'testsrc=s=96x96:r=10:d=1', ...sound, '-c:a', 'pcm_s16le', file]);
  const media = { kind: 'video', info: await openVideo(file) } as const;
  const playable = path.join(folder, 'playable.mp4');
  await makePlayable(media, { media: file, out: playable });
  for (const [write, wanted] of [
    [() => playable, [0, 0.5]],
    [() => copy(file), [0, 0.5]],
    [() => copy(file, { fromMs: 200 }), [0.3]],
  ] as const) {
    const out = await write();
    expect((await inspect(out)).audio).toMatchObject([{ codec_name: 'aac', channels: 2 }]);
    const heard = await onsetsByClock(out);
    expect(heard).toHaveLength(wanted.length);
    heard.forEach((time, i) => expect(Math.abs(time - wanted[i])).toBeLessThan(0.02));
  }
});
