import { expect, test } from 'vitest';
import { interpolate } from './curves';

const points = [
  { at: 0, value: 1 },
  { at: 2, value: 5 },
  { at: 2, value: 7 },
  { at: 3, value: 9 },
];

test.each([
  ['before the first point', -1, 1],
  ['at a point', 0, 1],
  ['between points', 1, 3],
  ['behind a step', 2.5, 8],
  ['at the last point', 3, 9],
  ['beyond it', 4, 9],
])('a curve has its value %s', (_where, at, value) => {
  expect(interpolate(points, at)).toBeCloseTo(value, 6);
});
