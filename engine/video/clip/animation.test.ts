import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readPicture } from '#engine/media/read-picture';
import { withColourProfile } from '#engine/media/png-profile';
import { animatedPngHeader } from './animated-png';
import { animationFrames, readAnimation } from './animation';
import { AnimationWriter } from './write-animation';

const [RED, GREEN, BLUE] = [0, 1, 2];
const [LEAVE, TO_BACKGROUND, TO_PREVIOUS] = [1, 2, 3];

interface Patch {
  left: number;
  pixels: number[];
  disposal: number;
}

/** One pixel high (CompuServe, GIF89a, 1990). */
function gifOf(width: number, patches: Patch[]): Buffer {
  const screen = [...'GIF89a'].map((letter) => letter.charCodeAt(0)).concat([width, 0, 1, 0, 0x91, 3, 0]);
  const palette = [255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0];
  return Buffer.from([...screen, ...palette, ...patches.flatMap(patchBytes), 0x3b]);
}

function patchBytes({ left, pixels, disposal }: Patch): number[] {
  const control = [0x21, 0xf9, 4, (disposal << 2) | 1, 10, 0, 3, 0];
  const place = [0x2c, left, 0, 0, 0, pixels.length, 0, 1, 0, 0];
  const codes = packed(pixels);
  return [...control, ...place, 2, codes.length, ...codes, 0];
}

/** Clears its table before every pixel: 3-bit codes, least significant bit first. */
function packed(pixels: number[]): number[] {
  const [clear, end] = [4, 5];
  const bits = [...pixels.flatMap((pixel) => [clear, pixel]), end].flatMap((code) =>
    [0, 1, 2].map((i) => (code >> i) & 1),
  );
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, () => 0);
  bits.forEach((bit, i) => (bytes[i >> 3] |= bit << (i & 7)));
  return bytes;
}

async function lastFrame(bytes: Buffer): Promise<string[]> {
  const header = (await animatedPngHeader(bytes)) ?? (await sharp(bytes, { animated: true }).metadata());
  const animation = readAnimation(bytes, header);
  let last: string[] = [];
  for await (const { image, alpha } of animationFrames(animation)) {
    const colourAt = (i: number) => ['red', 'green', 'blue'][image.data.subarray(3 * i, 3 * i + 3).indexOf(255)];
    last = [...alpha].map((opacity, i) => (opacity === 0 ? 'hole' : colourAt(i)));
  }
  return last;
}

describe('a GIF of partial frames', () => {
  test.each([
    ['state no disposal', 0, ['red', 'green', 'blue']],
    ['stay in place', LEAVE, ['red', 'green', 'blue']],
    ['restore the background', TO_BACKGROUND, ['red', 'hole', 'blue']],
    ['restore the previous frame', TO_PREVIOUS, ['red', 'red', 'blue']],
  ])('is composed when frames %s', async (_what, disposal, shown) => {
    const whole = { left: 0, pixels: [RED, RED, RED], disposal: LEAVE };
    const [middle, right] = [
      { left: 1, pixels: [GREEN], disposal },
      { left: 2, pixels: [BLUE], disposal: LEAVE },
    ];
    expect(await lastFrame(gifOf(3, [whole, middle, right]))).toEqual(shown);
  });
});

interface PngPatch {
  left: number;
  /** Red, green, blue and alpha. */
  pixels: number[][];
  dispose: number;
}

const [OVER, CLEAR, BACK] = [0, 1, 2];

/** One pixel high, 50 ms a frame (PNG, third edition). */
function animatedPngOf(width: number, patches: PngPatch[]): Buffer {
  const numbers = (...values: number[]) => Buffer.from(values.flatMap((value) => [0, 0, value >> 8, value & 255]));
  let sequence = 0;
  const frames = patches.flatMap(({ left, pixels, dispose }, i) => {
    const timing = Buffer.from([0, 50, 1000 >> 8, 1000 & 255, dispose, 1]);
    const control = Buffer.concat([numbers(sequence++, pixels.length, 1, left, 0), timing]);
    const data = deflateSync(Buffer.from([0, ...pixels.flat()]));
    const isFirst = i === 0;
    const content = isFirst ? data : Buffer.concat([numbers(sequence++), data]);
    return [pngChunk('fcTL', control), pngChunk(isFirst ? 'IDAT' : 'fdAT', content)];
  });
  const header = Buffer.concat([numbers(width, 1), Buffer.from([8, 6, 0, 0, 0])]);
  const start = [pngChunk('IHDR', header), pngChunk('acTL', numbers(patches.length, 2))];
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, ...start, ...frames, pngChunk('IEND', Buffer.alloc(0))]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const [size, sum, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), content])];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

describe('an animated PNG', () => {
  const [red, green, blue] = [
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [0, 0, 255, 255],
  ];
  const partial = (dispose: number) =>
    animatedPngOf(3, [
      { left: 0, pixels: [red, red, red], dispose: OVER },
      { left: 1, pixels: [green], dispose },
      { left: 2, pixels: [blue], dispose: OVER },
    ]);

  test.each([
    ['stay in place', OVER, ['red', 'green', 'blue']],
    ['are cleared', CLEAR, ['red', 'hole', 'blue']],
    ['restore the previous frame', BACK, ['red', 'red', 'blue']],
  ])('of partial frames is composed when frames %s', async (_what, dispose, shown) => {
    expect(await lastFrame(partial(dispose))).toEqual(shown);
  });

  test('states its delays and loops', async () => {
    const png = partial(OVER);
    const { delays, loop, format } = readAnimation(png, (await animatedPngHeader(png))!);
    expect({ delays, loop, format }).toEqual({ delays: [50, 50, 50], loop: 2, format: 'png' });
  });

  test('has the colours of a still picture with its profile', async () => {
    const pixels = [200, 100, 50, 255, 10, 220, 30, 255];
    const still = await sharp(Uint8Array.from(pixels), { raw: { width: 2, height: 1, channels: 4 } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const stored = await sharp(still, { ignoreIcc: true }).raw().toBuffer();
    const frame = { left: 0, pixels: [[...stored.subarray(0, 4)], [...stored.subarray(4)]], dispose: OVER };
    const png = withColourProfile(animatedPngOf(2, [frame, frame]), (await sharp(still).metadata()).icc);
    const shown = await readPicture(still, { minSide: 1 });
    for await (const { image, alpha } of animationFrames(readAnimation(png, (await animatedPngHeader(png))!)))
      expect({ image, alpha: [...alpha] }).toEqual({ image: shown.image, alpha: [...shown.alpha!] });
  });

  test('of one frame is a still picture', async () => {
    const png = animatedPngOf(1, [{ left: 0, pixels: [red], dispose: OVER }]);
    expect(await animatedPngHeader(png)).toBeUndefined();
  });

  test('that ends early is damaged', async () => {
    const png = partial(OVER);
    await expect(lastFrame(png.subarray(0, png.length - 40))).rejects.toMatchObject({ code: 'damaged_media' });
  });
});

describe('delays of an animation', () => {
  const readDelays = async (bytes: Buffer) =>
    readAnimation(bytes, await sharp(bytes, { animated: true }).metadata()).delays;

  const written = (format: 'gif' | 'webp', delays: number[]) => {
    const writer = new AnimationWriter({ width: 1, height: 1, delays, loop: 0 }, format, { own: '', ingredients: [] });
    for (const at of delays.keys()) {
      const image = { width: 1, height: 1, data: new Uint8Array(3).fill(50 * at) };
      writer.add({ image, alpha: Uint8Array.of(255) });
    }
    return writer.encode();
  };

  test('are those that browsers show', async () => {
    expect(await readDelays(await written('webp', [10, 11, 16, 19, 20]))).toEqual([100, 11, 16, 19, 20]);
  });

  test.each([
    { delays: [33, 33, 33, 33], gif: [30, 40, 30, 30] },
    { delays: [100, 45, 45], gif: [100, 50, 40] },
    { delays: [16, 17, 17], gif: [20, 20, 20] },
  ])('keep their total in a GIF, of whose frames none is shorter than 20 ms: $delays', async ({ delays, gif }) => {
    expect(await readDelays(await written('gif', delays))).toEqual(gif);
  });
});
