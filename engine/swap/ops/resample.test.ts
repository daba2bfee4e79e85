import { expect, test } from 'vitest';
import { bilinear, bilinearRgb } from './bilinear';
import { cellMeans } from './resample';

const grey = (values: number[]) => Uint8Array.from(values.flatMap((value) => [value, value + 1, value + 2]));

test('cells at the edge are the mean of what there is of them', () => {
  const picture = grey([0, 0, 0, 0, 0, 10, 20, 90, 0, 30, 40, 50, 0, 60, 70, 80]);
  const means = new Float32Array(12);
  cellMeans(picture, 4, { x: 1, y: 1, width: 3, height: 3 }, 2, means);
  expect([...means]).toEqual([25, 26, 27, 70, 71, 72, 65, 66, 67, 80, 81, 82]);
});

test('bilinear reading hits samples, halves between them and stops at the border', () => {
  const plane = [0, 10, 20, 30];
  expect(bilinear(plane, 2, 2, 1, 0)).toBe(10);
  expect(bilinear(plane, 2, 2, 0.5, 0.5)).toBe(15);
  expect(bilinear(plane, 2, 2, 9, 9)).toBe(30);
  expect(bilinear(plane, 2, 2, -5, 0)).toBe(0);
  expect(bilinear([7], 1, 1, 0.5, 0.5)).toBe(7);
});

test('reading colours agrees with reading their channels', () => {
  const picture = Uint8Array.from({ length: 3 * 12 }, (_, i) => (i * 37) % 256);
  const out = new Float32Array(3);
  for (const [x, y] of [
    [0, 0],
    [1.25, 0.75],
    [3, 2],
    [-1, 5],
  ]) {
    bilinearRgb(picture, 4, 3, x, y, out, 0);
    for (let k = 0; k < 3; k++) {
      const channel = picture.filter((_, i) => i % 3 === k);
      expect(out[k]).toBeCloseTo(bilinear(channel, 4, 3, x, y), 4);
    }
  }
});
