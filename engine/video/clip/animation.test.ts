import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { animationFrames, readAnimation } from './animation';

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
  const animation = readAnimation(bytes, await sharp(bytes, { animated: true }).metadata());
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
