import { describe, expect, test } from 'vitest';
import type { Image } from '#engine/types';
import { cropToPicture } from './affine';
import { halve, Pyramid } from './pyramid';
import { sampleSquare } from './sampling';

const plain = { scale: 1, offset: 0 };

function draw(width: number, height: number, colour: (x: number, y: number) => [number, number, number]): Image {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colour(x, y), (y * width + x) * 3);
  return { width, height, data };
}

function sample(image: Image, side: number, region: Parameters<typeof cropToPicture>[0], range = plain) {
  return sampleSquare(new Pyramid(image), cropToPicture(region, side), side, range, new Float32Array(3 * side * side));
}

const ramp = draw(8, 8, (x, y) => [10 * x, 10 * y, 255]);
const whole = { centreX: 4, centreY: 4, size: 8, angle: 0 };

describe('sampleSquare', () => {
  test('copies pixels into planes at scale 1', () => {
    const crop = sample(ramp, 8, whole);
    expect([crop[3], crop[64 + 3], crop[128 + 3]]).toEqual([30, 0, 255]);
    expect([crop[8 * 5 + 2], crop[64 + 8 * 5 + 2]]).toEqual([20, 50]);
  });

  test('interpolates between pixels', () => {
    const crop = sample(ramp, 8, { ...whole, centreX: 4.5 });
    expect(crop[3]).toBeCloseTo(35);
  });

  test('applies scale and offset, and is the offset outside the image', () => {
    const crop = sample(ramp, 8, { ...whole, centreX: -20 }, { scale: 1 / 255, offset: -1 });
    expect(new Set(crop)).toEqual(new Set([-1]));
    expect(sample(ramp, 8, whole, { scale: 2, offset: 1 })[128]).toBe(511);
  });

  test('rotates: 180° reverses the image', () => {
    const crop = sample(ramp, 8, { ...whole, angle: Math.PI });
    expect(crop[0]).toBeCloseTo(70);
    expect(crop[63]).toBeCloseTo(0);
  });

  test('averages when reducing instead of picking single pixels', () => {
    const board = draw(64, 64, (x, y) => ((x + y) % 2 ? [200, 200, 200] : [0, 0, 0]));
    const crop = sample(board, 8, { centreX: 32, centreY: 32, size: 64, angle: 0 });
    for (const value of crop) expect(value).toBeCloseTo(100);
  });
});

describe('halve', () => {
  test('averages 2 × 2 blocks and drops an odd edge', () => {
    const half = halve(draw(5, 3, (x) => [x < 2 ? 0 : 100, 7, 9]));
    expect(half).toMatchObject({ width: 2, height: 1 });
    expect([...half.data]).toEqual([0, 7, 9, 100, 7, 9]);
  });
});
