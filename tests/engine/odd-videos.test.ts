import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { mediaKinds, type Engine, type Source } from '#engine';
import { installedDecoders } from '#engine/decoder/installed';
import { probeVideo } from '#engine/ffmpeg/probe';
import { withMedia } from '#engine/video/clip/probe-media';
import { runFfmpeg } from '#tests/support/ffmpeg';
import { readRgbFrames, readYuvFrames } from '#engine/ffmpeg/frame-reader';
import { makeClip } from '#tests/support/clips';
import { sharedEngine, sharedSource } from '#tests/support/shared-engine';
import { scratchFolder } from '#tests/support/scratch';
import { inspect, onsetsByClock } from '#tests/support/watch-video';

const kinds = mediaKinds;

let engine: Engine;
let lin: Source;
beforeAll(async () => {
  engine = await sharedEngine();
  lin = await sharedSource('lin');
});

async function swap(media: string) {
  const out = path.join(path.dirname(media), 'result.mp4');
  const result = await engine.swap({ kinds, media, bindings: { p1: lin }, out, label: { visible: false } });
  return { out, result };
}

/** First frame, per channel. */
async function meanColour(file: string): Promise<number[]> {
  return withMedia(file, {}, async (media) => {
    if (media.kind !== 'video') throw new Error(`${file} is a ${media.kind}`);
    for await (const { image } of readRgbFrames(media.info, { count: 1 })) {
      const sums = [0, 0, 0];
      image.data.forEach((value, i) => (sums[i % 3] += value));
      return sums.map((sum) => (3 * sum) / image.data.length);
    }
    throw new Error('no frame');
  });
}

const short = { seconds: 0.5, fps: 12 };

/** Row by row, for the first track of an mp4: (x, y) is shown at (ax + cy, bx + dy) (ISO/IEC 14496-12, 8.3.2). */
function stateMatrix(mp4: string, [a, b, c, d]: readonly number[]): void {
  const bytes = readFileSync(mp4);
  const matrix = bytes.indexOf('tkhd') + 44;
  [a, b, 0, c, d].forEach((value, i) => bytes.writeInt32BE(value * 0x10000, matrix + 4 * i));
  writeFileSync(mp4, bytes);
}

test.each([
  ['to the side', 'hflip', [-1, 0, 0, 1]],
  ['upside down', 'vflip', [1, 0, 0, -1]],
  ['and turned', 'transpose=cclock_flip', [0, 1, 1, 0]],
  ['and turned back', 'transpose=clock_flip', [0, -1, -1, 0]],
] as const)('a video that is mirrored %s is read as it is shown', async (_how, stored, matrix) => {
  const folder = scratchFolder();
  const filters = ['trim=end_frame=1', 'drawbox=0:0:100:100:white:fill', 'drawbox=100:0:332:324:black:fill', stored];
  const media = await makeClip(path.join(folder, 'clip.mp4'), 'mp4', { ...short, filters, more: ['-an'] });
  stateMatrix(media, matrix);
  const copy = path.join(folder, 'copy.mp4');
  await engine.playable({ media, out: copy });
  for (const file of [media, copy]) {
    await withMedia(file, {}, async (opened) => {
      if (opened.kind !== 'video') throw new Error(`${file} is a ${opened.kind}`);
      for await (const { image } of readRgbFrames(opened.info, { count: 1 })) {
        const greenAt = (x: number, y: number) => image.data[3 * (y * image.width + x) + 1];
        expect([image.width, image.height]).toEqual([432, 324]);
        expect([greenAt(50, 50) > 200, greenAt(380, 50) < 50, greenAt(50, 280) < 200]).toEqual([true, true, true]);
      }
    });
  }
});

test('an odd size loses its last row and column', async () => {
  const odd = { ...short, filters: ['crop=431:323:0:0:exact=1', 'format=yuv444p'] };
  const media = await makeClip(path.join(scratchFolder(), 'clip.mkv'), 'mkv', odd);
  expect((await inspect(media)).video).toMatchObject({ width: 431, height: 323 });
  const { out } = await swap(media);
  expect((await inspect(out)).video).toMatchObject({ width: 430, height: 322, pix_fmt: 'yuv420p' });
});

/** Noise, encoded without loss. */
test('the other pixels of an odd size stay as they are', async () => {
  const filters = ['noise=alls=60:all_seed=1', 'crop=431:323:0:0:exact=1', 'format=yuv444p'];
  const media = await makeClip(path.join(scratchFolder(), 'clip.mkv'), 'mkv', {
    ...short,
    filters,
    more: ['-qp', '0'],
  });
  const inside = ['-vf', 'crop=430:322:0:0:exact=1', '-frames:v', '1', '-f', 'rawvideo', 'pipe:1'];
  const wanted = (await runFfmpeg(['-i', media, ...inside])).subarray(0, 430 * 322);
  await withMedia(media, {}, async (opened) => {
    if (opened.kind !== 'video') throw new Error(`${media} is a ${opened.kind}`);
    for await (const { frame } of readYuvFrames(opened.info, { count: 1 }))
      expect(wanted.equals(frame.data.subarray(0, wanted.length))).toBe(true);
  });
});

test('frames that become narrower are shown between bars', async () => {
  const folder = scratchFolder();
  const part = async (name: string, size: string) => {
    const filters = ['trim=end_frame=2', `scale=${size}`, 'drawbox=c=white:t=fill'];
    await makeClip(path.join(folder, name), 'webm', { ...short, filters, more: ['-an'] });
    return `file ${name}\n`;
  };
  const list = path.join(folder, 'list.txt');
  writeFileSync(list, (await part('wide.webm', '160:120')) + (await part('narrow.webm', '60:120')));
  const media = path.join(folder, 'clip.webm');
  await runFfmpeg(['-f', 'concat', '-i', list, '-c', 'copy', media]);
  const copy = path.join(folder, 'copy.mp4');
  await engine.playable({ media, out: copy });
  const columns = [10, 60, 80, 100, 150];
  const [wide, narrow] = [columns.map(() => true), [false, true, true, true, false]];
  for (const file of [media, copy]) {
    await withMedia(file, {}, async (opened) => {
      if (opened.kind !== 'video') throw new Error(`${file} is a ${opened.kind}`);
      const [ofRgb, ofLuma]: boolean[][][] = [[], []];
      for await (const { image } of readRgbFrames(opened.info))
        ofRgb.push(columns.map((x) => image.data[3 * (60 * image.width + x)] > 128));
      for await (const { frame } of readYuvFrames(opened.info))
        ofLuma.push(columns.map((x) => frame.data[60 * frame.width + x] > 128));
      for (const seen of [ofRgb, ofLuma]) expect(seen).toEqual([wide, wide, narrow, narrow]);
    });
  }
});

test('non-square pixels become square', async () => {
  const media = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', {
    ...short,
    filters: ['scale=216:324', 'setsar=2'],
  });
  const { out, result } = await swap(media);
  expect(result).toMatchObject({ width: 432, height: 324 });
  expect((await inspect(out)).video).toMatchObject({ width: 432, height: 324 });
});

describe('colours are preserved', () => {
  test.each([
    ['8 bits', 'mp4', ['-pix_fmt', 'yuv420p']],
    ['10 bits', 'mkv', ['-c:v', 'libx265', '-pix_fmt', 'yuv420p10le', '-x265-params', 'log-level=none', '-c:a', 'aac']],
    ['4:4:4', 'mkv', ['-pix_fmt', 'yuv444p', '-c:a', 'aac']],
    ['full range', 'mp4', ['-pix_fmt', 'yuvj420p']],
    [
      'BT.709',
      'mp4',
      [
        '-vf',
        'fps=12,zscale=matrixin=170m:matrix=709:rangein=tv:range=tv',
        '-colorspace',
        'bt709',
        '-color_primaries',
        'bt709',
        '-color_trc',
        'bt709',
      ],
    ],
    ['transparency', 'webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-pix_fmt', 'yuva420p']],
  ] as const)('of %s', async (_what, kind, more) => {
    const folder = scratchFolder();
    const plain = await makeClip(path.join(folder, 'plain.mp4'), 'mp4', { ...short, more: ['-crf', '4'] });
    const media = await makeClip(path.join(folder, `clip.${kind}`), kind, { ...short, more });
    // ffmpeg builds round differently.
    const wanted = await meanColour(plain);
    (await meanColour(media)).forEach((value, i) => expect(Math.abs(value - wanted[i])).toBeLessThan(2.5));
    const out = path.join(folder, 'result.mp4');
    const { result } = await swap(media);
    expect(result).toMatchObject({ persons: ['p1'], frames: 6 });
    expect((await inspect(out)).video).toMatchObject({ pix_fmt: 'yuv420p' });
    (await meanColour(out)).forEach((value, i) => expect(Math.abs(value - wanted[i])).toBeLessThan(6));
  });
});

/** Whose tracks state another codec: `from` and `to` are types of sample entries. */
async function withCodec(from: string, to: string, sound: readonly string[]): Promise<string> {
  const media = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', { ...short, more: sound });
  const bytes = readFileSync(media).toString('latin1').replaceAll(from, to);
  writeFileSync(media, bytes, 'latin1');
  return media;
}

test('sound that this ffmpeg cannot decode is left out', async () => {
  const media = await withCodec('ac-3', 'ac-4', ['-c:a', 'ac3']);
  expect(await engine.inspect(media, { kinds })).toMatchObject({ kind: 'video', hasAudio: false });
  await engine.playable({ media, out: `${media}.copy.mp4` });
  const { out } = await swap(media);
  expect((await inspect(out)).audio).toEqual([]);
});

test('a picture that this ffmpeg cannot decode is refused as unsupported', async () => {
  const media = await withCodec('avc1', 'apch', ['-an']);
  const decoders = await installedDecoders();
  const codecs = new Set(decoders.features.codecs);
  codecs.delete('prores');
  const probed = probeVideo(media, 'mov', { features: { ...decoders.features, codecs } });
  await expect(probed).rejects.toMatchObject({ code: 'unsupported_type', message: expect.stringMatching(/prores/) });
});

/** Mean difference between a row and the rows around it, in the planes of luma. */
async function combing(file: string): Promise<number> {
  return withMedia(file, {}, async (media) => {
    if (media.kind !== 'video') throw new Error(`${file} is a ${media.kind}`);
    let [sum, count] = [0, 0];
    for await (const { frame } of readYuvFrames(media.info, { count: 4 })) {
      const { width, height, data } = frame;
      for (let i = width; i < width * (height - 1); i++, count++)
        sum += Math.abs(data[i] - (data[i - width] + data[i + width]) / 2);
    }
    return sum / count;
  });
}

test.each(['mpeg', 'ts'] as const)('the fields of an interlaced %s become whole frames', async (kind) => {
  const folder = scratchFolder();
  const bars = 'geq=lum=255*lt(mod(X-8*N\\,100)\\,50):cb=128:cr=128';
  const filters = ['scale=160:120', bars, 'interlace', 'setfield=tff'];
  const more = ['-an', '-flags', '+ildct+ilme'];
  const media = await makeClip(path.join(folder, `clip.${kind}`), kind, { seconds: 0.4, fps: 50, filters, more });
  const copy = path.join(folder, 'copy.mp4');
  await engine.playable({ media, out: copy });
  expect((await inspect(copy)).frameTimes).toHaveLength(10);
  for (const file of [media, copy]) expect(await combing(file)).toBeLessThan(3);
});

/** Least of the bytes of the left quarter of the first frame: white is 255, in planes of luma 235. */
async function darkestLeft(file: string): Promise<{ rgb: number; luma: number }> {
  return withMedia(file, {}, async (media) => {
    if (media.kind !== 'video') throw new Error(`${file} is a ${media.kind}`);
    const darkest = (data: Uint8Array, rowBytes: number, rows: number) => {
      let least = 255;
      for (let y = 0; y < rows; y++)
        for (let x = 0; x < rowBytes / 4; x++) least = Math.min(least, data[y * rowBytes + x]);
      return least;
    };
    const { width, height } = media.info;
    let [rgb, luma] = [0, 0];
    for await (const { image } of readRgbFrames(media.info, { count: 1 })) rgb = darkest(image.data, 3 * width, height);
    for await (const { frame } of readYuvFrames(media.info, { count: 1 })) luma = darkest(frame.data, width, height);
    return { rgb, luma };
  });
}

test.each([
  ['VP8', 'webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-auto-alt-ref', '0', '-pix_fmt', 'yuva420p']],
  ['VP9', 'webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-pix_fmt', 'yuva420p']],
  ['ProRes', 'mov', ['-c:v', 'prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le']],
  ['QuickTime Animation', 'mov', ['-c:v', 'qtrle', '-pix_fmt', 'argb']],
] as const)('what the transparency of %s hides is white', async (_what, kind, more) => {
  const folder = scratchFolder();
  const hidden = `format=yuva444p,geq=lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='255*gt(X,W/2)'`;
  const filters = ['trim=end_frame=1', hidden];
  const media = await makeClip(path.join(folder, `clip.${kind}`), kind, { ...short, filters, more: ['-an', ...more] });
  const copy = path.join(folder, 'copy.mp4');
  await engine.playable({ media, out: copy });
  for (const file of [media, copy]) {
    const { rgb, luma } = await darkestLeft(file);
    expect(rgb).toBeGreaterThan(245);
    expect(luma).toBeGreaterThan(228);
  }
  const brightness = (await meanColour(media)).reduce((sum, value) => sum + value, 0) / 3;
  expect(brightness).toBeLessThan(220); // the other half shows
});

interface HdrTags {
  curve: 'smpte2084' | 'arib-std-b67';
  primaries?: string;
  matrix?: string;
}

function hdrClip({ curve, primaries = 'unknown', matrix = 'unknown' }: HdrTags, before: string[] = []) {
  const tags = { color_primaries: primaries, color_trc: curve, colorspace: matrix };
  const stated = Object.entries(tags).flatMap(([name, value]) => (value === 'unknown' ? [] : [`-${name}`, value]));
  return makeClip(path.join(scratchFolder(), 'clip.mkv'), 'mkv', {
    ...short,
    filters: [
      ...before,
      `zscale=tin=bt709:min=bt709:pin=bt709:rin=tv:t=${curve}:m=2020_ncl:p=2020:r=tv:npl=100`,
      'format=yuv420p10le',
      `setparams=color_primaries=${primaries}:color_trc=${curve}:colorspace=${matrix}`,
    ],
    more: ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-c:a', 'aac', ...stated],
  });
}

const complete = { primaries: 'bt2020', matrix: 'bt2020nc' };

test.each(['smpte2084', 'arib-std-b67'] as const)('HDR video, %s, is tone-mapped to SDR', async (curve) => {
  const { out } = await swap(await hdrClip({ curve, ...complete }));
  const { video } = await inspect(out);
  expect(video).toMatchObject({ pix_fmt: 'yuv420p', color_transfer: 'bt709' });
  const brightness = (await meanColour(out)).reduce((sum, value) => sum + value, 0) / 3;
  expect(brightness).toBeGreaterThan(20);
});

test.each(['smpte2084', 'arib-std-b67'] as const)(
  'HDR video, %s, that lacks tags is read as BT.2020',
  async (curve) => {
    const painted = ['trim=end_frame=1', 'scale=96:96', 'drawbox=c=0xe03020:t=fill'];
    const colourOf = async (tags: object) => meanColour(await hdrClip({ curve, ...tags }, painted));
    const wanted = await colourOf(complete);
    for (const stated of [{}, { primaries: 'bt2020' }, { matrix: 'bt2020nc' }])
      expect(await colourOf(stated)).toEqual(wanted);

    const media = await hdrClip({ curve }, painted);
    const copy = path.join(path.dirname(media), 'copy.mp4');
    await engine.playable({ media, out: copy });
    (await meanColour(copy)).forEach((value, i) => expect(Math.abs(value - wanted[i])).toBeLessThan(4));
  },
);

test.each([
  ['BT.2020', '10 bits', ['bt2020', '2020_ncl', 'yuv420p10le'], ['bt2020', 'bt2020-10', 'bt2020nc']],
  ['Display P3', '8 bits', ['smpte432', '709', 'yuv420p'], ['smpte432', 'bt709', 'bt709']],
] as const)('SDR video of the gamut %s, %s, keeps its colours', async (_gamut, _bits, stored, stated) => {
  const [gamut, matrix, pixels] = stored;
  const [primaries, curve, space] = stated;
  const folder = scratchFolder();
  const paint = ['trim=end_frame=1', 'scale=96:96', 'drawbox=c=0xe03020:t=fill'];
  const wide = `zscale=tin=709:min=170m:pin=709:rin=tv:t=709:m=${matrix}:p=${gamut}:r=tv`;
  const media = await makeClip(path.join(folder, 'clip.mkv'), 'mkv', {
    ...short,
    filters: [...paint, wide, `format=${pixels}`],
    more: [
      ...['-c:v', 'libx265', '-x265-params', 'log-level=none', '-an'],
      ...['-color_primaries', primaries, '-color_trc', curve, '-colorspace', space],
    ],
  });
  const copy = path.join(folder, 'copy.mp4');
  await engine.playable({ media, out: copy });
  for (const file of [media, copy]) {
    const colour = await meanColour(file);
    [0xe0, 0x30, 0x20].forEach((value, i) => expect(Math.abs(colour[i] - value)).toBeLessThan(8));
  }
  expect((await inspect(copy)).video).toMatchObject({ color_primaries: 'bt709', color_space: 'bt709' });
});

test('sound that starts before the picture stays in sync', async () => {
  const folder = scratchFolder();
  const whole = await makeClip(path.join(folder, 'whole.mp4'), 'mp4', { seconds: 1, fps: 12 });
  const media = path.join(folder, 'clip.mp4');
  const later = ['-itsoffset', '0.3', '-i', whole, '-i', whole, '-map', '0:v', '-map', '1:a', '-c', 'copy'];
  await runFfmpeg([...later, media]);
  const { out } = await swap(media);
  const [before, after] = [await inspect(media), await inspect(out)];
  expect(before.frameTimes[0]).toBeCloseTo(0.3, 2);
  after.frameTimes.forEach((time, i) => expect(Math.abs(time - before.frameTimes[i])).toBeLessThan(0.005));
  (await onsetsByClock(out)).forEach((time, i) => expect(Math.abs(time - i * 0.5)).toBeLessThan(0.02));
});

test.each([
  [
    'as a file',
    async () => {
      const file = path.join(scratchFolder(), 'empty.mp4');
      await writeFile(file, '');
      return file;
    },
  ],
  ['in memory', async () => Buffer.alloc(0)],
])('an empty video %s is called empty', async (_where, make) => {
  const wanted = { code: 'damaged_media', message: expect.stringMatching(/^The file is empty\./) };
  await expect(engine.inspect(await make(), { kinds })).rejects.toMatchObject(wanted);
});

test('a truncated video gives its remaining frames', async () => {
  const folder = scratchFolder();
  const media = await makeClip(path.join(folder, 'clip.ts'), 'ts', { seconds: 1, fps: 12 });
  truncateSync(media, Math.floor(statSync(media).size / 2));
  const { out, result } = await swap(media);
  expect(result).toMatchObject({ persons: ['p1'] });
  expect((await inspect(out)).frameTimes.length).toBeGreaterThan(2);
});
