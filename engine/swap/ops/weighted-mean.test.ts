import { expect, test } from 'vitest';
import { WeightedMean } from './weighted-mean';

test('values count by their weight', () => {
  const mean = new WeightedMean();
  mean.add(1);
  mean.add(5, 3);
  expect(mean.value).toBe(4);
  expect(mean.weight).toBe(4);
});

test('without values, or with none that weighs, it is 0', () => {
  const mean = new WeightedMean();
  expect(mean.value).toBe(0);
  mean.add(7, 0);
  expect(mean.value).toBe(0);
});
