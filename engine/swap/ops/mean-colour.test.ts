import { expect, test } from 'vitest';
import { meanColour } from './mean-colour';

const rgb = Float32Array.of(10, 20, 30, 90, 60, 30, 255, 255, 255);

test('colours count by their weights', () => {
  expect(meanColour(rgb, Float32Array.of(3, 1, 0))).toEqual([30, 30, 30]);
});

test('without weights there is none', () => {
  expect(meanColour(rgb, new Float32Array(3))).toBeUndefined();
});
