import { expect, test } from 'vitest';
import { close } from './morphology';

const size = 15;

function closed(plane: Float32Array, radius: number): Float32Array {
  const result = new Float32Array(plane.length);
  close(plane, size, size, radius, result);
  return result;
}

test('fills dark lines thinner than the square and keeps wider patches', () => {
  const plane = new Float32Array(size * size).fill(200);
  for (let y = 0; y < size; y++) plane[y * size + 3] = 20;
  for (let y = 4; y < 11; y++) plane.fill(50, y * size + 7, y * size + 14);
  const result = closed(plane, 1);
  expect(result[7 * size + 3]).toBe(200);
  expect(result[7 * size + 10]).toBe(50);
});

test('never darkens and is idempotent', () => {
  const plane = Float32Array.from({ length: size * size }, (_, i) => (i * 71) % 256);
  const once = closed(plane, 2);
  once.forEach((value, i) => expect(value).toBeGreaterThanOrEqual(plane[i]));
  expect(closed(once, 2)).toEqual(once);
});
