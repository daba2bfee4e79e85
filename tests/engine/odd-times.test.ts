import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { mediaKinds, type Engine, type Source } from '#engine';
import { clipOf, type ClipFrame, type ClipMedia } from '#engine/video/clip/clip';
import { framesFrom } from '#engine/video/clip/frames-from';
import { withMedia } from '#engine/video/clip/probe-media';
import { everyFrame, findFfmpeg, noteRotation, runFfmpeg } from '#tests/support/ffmpeg';
import { makeClip, quarter, withLongerSound } from '#tests/support/clips';
import { sharedEngine, sharedSource } from '#tests/support/shared-engine';
import { scratchFolder } from '#tests/support/scratch';
import { inspect, onsets, onsetsByClock } from '#tests/support/watch-video';

const kinds = mediaKinds;

let engine: Engine;
let lin: Source;
beforeAll(async () => {
  engine = await sharedEngine();
  lin = await sharedSource('lin');
});

/** Seconds, by ffmpeg. */
async function shownAt(file: string): Promise<number[]> {
  const decoded = ['-hide_banner', '-i', file, '-map', '0:v:0', '-vf', 'showinfo'];
  const args = [...decoded, ...(await everyFrame()), '-f', 'null', '-'];
  const { stderr } = spawnSync(await findFfmpeg(), args, { encoding: 'utf8', maxBuffer: 64e6 });
  return [...stderr.matchAll(/pts_time:\s*(-?[\d.]+)/g)].map(([, seconds]) => Number(seconds));
}

const second = { seconds: 1, fps: 12, filters: [quarter] };
/** B-frames, like cameras. */
const leaning = ['-preset', 'medium', '-bf', '3', '-g', '24'];

const make = {
  'B-frames in mp4': (to: (name: string) => string) => makeClip(to('a.mp4'), 'mp4', { ...second, more: leaning }),
  'B-frames in a transport stream': (to) => makeClip(to('a.ts'), 'ts', { ...second, more: leaning }),
  'an edit list that hides the beginning': async (to) => {
    const whole = await makeClip(to('whole.mp4'), 'mp4', { ...second, seconds: 3, more: leaning });
    await runFfmpeg(['-ss', '1.3', '-i', whole, '-t', '1', '-c', 'copy', to('a.mp4')]);
    return to('a.mp4');
  },
  'a first frame with a negative time': async (to) => {
    const whole = await makeClip(to('whole.mkv'), 'mkv', { ...second, more: leaning });
    const early = ['-output_ts_offset', '-0.5', '-avoid_negative_ts', 'disabled'];
    await runFfmpeg(['-i', whole, '-c', 'copy', ...early, to('a.mkv')]);
    return to('a.mkv');
  },
  'timestamps with a large offset': async (to) => {
    const whole = await makeClip(to('whole.mkv'), 'mkv', { ...second, more: leaning });
    await runFfmpeg(['-i', whole, '-c', 'copy', '-output_ts_offset', '1000', '-copyts', to('a.mkv')]);
    return to('a.mkv');
  },
  'timestamps that wrap around': async (to) => {
    const whole = await makeClip(to('whole.ts'), 'ts', { ...second, more: leaning });
    await runFfmpeg(['-i', whole, '-c', 'copy', '-output_ts_offset', '95440', '-f', 'mpegts', to('a.ts')]);
    return to('a.ts');
  },
  'timestamps that jump back in two joined recordings': async (to) => {
    const one = readFileSync(await makeClip(to('one.ts'), 'ts', { ...second, more: leaning }));
    writeFileSync(to('a.ts'), Buffer.concat([one, one]));
    return to('a.ts');
  },
  'interlaced frames': (to) =>
    makeClip(to('a.mpeg'), 'mpeg', {
      ...second,
      fps: 25,
      filters: ['interlace', 'setfield=tff'],
      more: ['-flags', '+ildct+ilme'],
    }),
  'no timestamps': async (to) => {
    const whole = await makeClip(to('whole.mp4'), 'mp4', second);
    await runFfmpeg(['-i', whole, '-an', '-r', '25', '-c:v', 'mpeg1video', '-f', 'mpeg1video', to('a.mpeg')]);
    return to('a.mpeg');
  },
  'frames with jittered times': async (to) =>
    makeClip(to('a.mkv'), 'mkv', { ...second, filters: ['setpts=PTS+random(0)*0.02/TB'], more: await everyFrame() }),
  'frames that come at longer intervals in the end': async (to) => {
    const slowing = `setpts='if(lt(N,12),N/12,N-11)/TB'`;
    const filters = [quarter, 'trim=end_frame=16', slowing];
    const more = [...(await everyFrame()), ...leaning];
    return makeClip(to('a.mkv'), 'mkv', { seconds: 5, fps: 12, filters, more });
  },
  'sound twice as long as the picture': (to) => withLongerSound(to('a.mp4')),
  'sound that begins later than the picture': async (to) => {
    const whole = await makeClip(to('whole.mp4'), 'mp4', second);
    const late = ['-itsoffset', '0.4', '-i', whole, '-map', '0:v', '-map', '1:a', '-c', 'copy'];
    await runFfmpeg(['-i', whole, ...late, to('a.mp4')]);
    return to('a.mp4');
  },
  'FLAC, which mp4 players do not support': (to) => makeClip(to('a.mkv'), 'mkv', { ...second, more: ['-c:a', 'flac'] }),
  'AC-3': (to) => makeClip(to('a.mkv'), 'mkv', { ...second, more: ['-c:a', 'ac3'] }),
  Vorbis: (to) => makeClip(to('a.webm'), 'webm', { ...second, more: ['-c:a', 'libvorbis'] }),
  'uncompressed sound': (to) =>
    makeClip(to('a.avi'), 'avi', { ...second, more: ['-c:a', 'pcm_s16le', '-ar', '22050'] }),
} satisfies Record<string, (to: (name: string) => string) => Promise<string>>;

describe('frame and sound times are kept by a swap and a browser copy', () => {
  test.each(Object.keys(make) as (keyof typeof make)[])('%s', async (what) => {
    const folder = scratchFolder();
    const media = await make[what]((name) => path.join(folder, name));
    const { hasAudio, durationMs = 0 } = await engine.inspect(media, { kinds });
    const heard = hasAudio ? await onsets(media) : [];
    const shown = await shownAt(media);
    const out = path.join(folder, 'result.mp4');
    const limits = { longestReadMs: durationMs + 1000 };
    await engine.swap({ kinds, media, bindings: { p1: lin }, out, label: { visible: false }, limits });
    const copy = path.join(folder, 'copy.mp4');
    await engine.playable({ media, out: copy });
    for (const file of [out, copy]) {
      const { frameTimes } = await inspect(file);
      expect(frameTimes).toHaveLength(shown.length);
      expect(await shownAt(file)).toHaveLength(shown.length);
      frameTimes.forEach((time, i) => expect(Math.abs(time - shown[i])).toBeLessThan(0.045));
      const hearing = hasAudio ? await onsetsByClock(file) : [];
      expect(hearing).toHaveLength(heard.length);
      // Sound and picture stay in sync.
      hearing.forEach((time, i) => expect(Math.abs(time - heard[i] - (frameTimes[0] - shown[0]))).toBeLessThan(0.02));
    }
  });
});

describe('a last frame that is shown for three seconds', () => {
  /** Six frames in half a second, the last until 3.5 s. */
  async function heldClip(to: (name: string) => string): Promise<string> {
    const filters = [quarter, 'trim=end_frame=7', `setpts='if(lt(N,6),N/12,3.5)/TB'`];
    const more = ['-an', ...(await everyFrame())];
    const whole = await makeClip(to('whole.mp4'), 'mp4', { seconds: 4, fps: 12, filters, more });
    await runFfmpeg(['-i', whole, '-c', 'copy', '-t', '3', to('a.mp4')]);
    return to('a.mp4');
  }

  test('keeps its time in a swap, a browser copy and a reduced export', async () => {
    const folder = scratchFolder();
    const to = (name: string) => path.join(folder, name);
    const media = await heldClip(to);
    expect((await engine.inspect(media, { kinds })).durationMs).toBe(3500);
    await engine.swap({ kinds, media, bindings: { p1: lin }, out: to('result.mp4'), label: { visible: false } });
    await engine.playable({ media, out: to('copy.mp4') });
    await engine.export({ media, out: to('small.mp4'), format: 'mp4', shortSide: 240 });
    for (const name of ['result.mp4', 'copy.mp4', 'small.mp4']) {
      const { frameTimes, seconds } = await inspect(to(name));
      expect(frameTimes).toHaveLength(6);
      expect(seconds).toBeCloseTo(3.5, 1);
    }
  });

  test('fills a part in which no frame starts', async () => {
    const folder = scratchFolder();
    const to = (name: string) => path.join(folder, name);
    const part = { media: await heldClip(to), fromMs: 1000, toMs: 2500 };
    const out = to('result.mp4');
    const swapped = await engine.swap({ ...part, kinds, bindings: { p1: lin }, out, label: { visible: false } });
    expect(swapped).toMatchObject({ frames: 1 });
    expect((await inspect(out)).seconds).toBeCloseTo(1.5, 1);
  });
});

const cluster = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);

/** Seconds of 12 fps, `times` times: each time their clusters state the same time. */
async function withRepeatedClusters(
  to: (name: string) => string,
  times: number,
  { seconds = 4, filters = [], more = [] }: { seconds?: number; filters?: string[]; more?: string[] } = {},
): Promise<string> {
  const recorded = { seconds, fps: 12, filters: [quarter, ...filters], more: ['-an', '-live', '1', ...more] };
  const once = readFileSync(await makeClip(to('once.mkv'), 'mkv', recorded));
  const clusters = once.subarray(once.indexOf(cluster));
  writeFileSync(to('a.mkv'), Buffer.concat([once, ...Array<Buffer>(times - 1).fill(clusters)]));
  return to('a.mkv');
}

describe('clusters whose times jump back', () => {
  test('count by their frames, as long as they are shown', async () => {
    const folder = scratchFolder();
    const media = await withRepeatedClusters((name) => path.join(folder, name), 5);
    const { durationMs } = await engine.inspect(media, { kinds });
    expect(durationMs! / 1000).toBeCloseTo(20, 0);
  });

  test('of a variable rate count as long as their frames are shown', async () => {
    const folder = scratchFolder();
    const uneven = { filters: ["select='lt(mod(n\\,12)\\,5)'"], more: await everyFrame() };
    const media = await withRepeatedClusters((name) => path.join(folder, name), 3, uneven);
    const { durationMs = 0 } = await engine.inspect(media, { kinds });
    const shown = await withMedia(media, { kinds }, async (opened) => {
      let lastMs = 0;
      for await (const { ticks, clock } of clipOf(opened as ClipMedia, {}).frames())
        lastMs = (1000 * ticks * clock.num) / clock.den;
      return lastMs;
    });
    expect(shown).toBeGreaterThan(9000);
    expect(Math.abs(durationMs - shown)).toBeLessThan(500);
  });

  test('do not prolong the chosen part', async () => {
    const folder = scratchFolder();
    const file = await withRepeatedClusters((name) => path.join(folder, name), 5);
    await withMedia(file, { kinds }, async (media) => {
      const clip = clipOf(media as ClipMedia, { fromMs: 500, toMs: 6500 });
      let lastMs = 0;
      for await (const { ticks, clock } of clip.frames()) lastMs = (1000 * ticks * clock.num) / clock.den;
      expect(lastMs).toBeLessThan(6000);
    });
  });

  test('are refused past the longest time that is read, and shorter ones are not', async () => {
    const folder = scratchFolder();
    const media = await withRepeatedClusters((name) => path.join(folder, name), 2, { seconds: 1 });
    const swap = (longestReadMs: number) =>
      engine.swap({
        ...{ kinds, media, bindings: { p1: lin }, out: path.join(folder, 'out.mp4'), limits: { longestReadMs } },
      });
    await expect(swap(1250)).rejects.toMatchObject({ code: 'damaged_media' });
    await expect(swap(2000)).resolves.toMatchObject({ frames: 24 });
  });
});

test('a frame after timestamps that jump back is found, though seeking finds none', async () => {
  const folder = scratchFolder();
  const file = await make['timestamps that jump back in two joined recordings']((name) => path.join(folder, name));
  await withMedia(file, { kinds }, async (media) => {
    const clip = clipOf(media as ClipMedia, {});
    const timeOf = ({ ticks, clock }: ClipFrame) => (1000 * ticks * clock.num) / clock.den;
    const times: number[] = [];
    for await (const frame of clip.frames()) times.push(timeOf(frame));
    const found: number[] = [];
    for await (const frame of framesFrom(clip, times, 18, {})) found.push(timeOf(frame));
    expect(found).toEqual(times.slice(18));
  });
});

describe('rotation', () => {
  test.each([90, 180, 270])('a video rotated by %i degrees is swapped upright', async (degrees) => {
    const folder = scratchFolder();
    const turns = { 90: 'transpose=clock', 180: 'hflip,vflip', 270: 'transpose=cclock' }[degrees]!;
    const lying = await makeClip(path.join(folder, 'lying.mp4'), 'mp4', { seconds: 0.5, fps: 12, filters: [turns] });
    const media = path.join(folder, 'clip.mp4');
    await noteRotation(lying, degrees, media);
    const { persons, ...about } = await engine.analyse(media, { kinds });
    expect(about).toMatchObject({ width: 432, height: 324 });
    expect(persons).toHaveLength(1);
    expect(Math.abs(persons[0].pose.roll)).toBeLessThan(20);
    const out = path.join(folder, 'result.mp4');
    expect(await engine.swap({ kinds, media, bindings: { p1: lin }, out })).toMatchObject({ width: 432, height: 324 });
    const copy = path.join(folder, 'copy.mp4');
    expect(await engine.playable({ media, out: copy })).toEqual({ width: 432, height: 324 });
    expect((await engine.analyse(copy, { kinds })).persons).toHaveLength(1);
  });
});
