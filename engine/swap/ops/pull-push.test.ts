import { expect, test } from 'vitest';
import { pullPush, relax } from './pull-push';

const width = 16;
const height = 12;

function ramp() {
  const values = new Float32Array(3 * width * height);
  const weights = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (x > 0 && x < width - 1) continue;
      weights[i] = 1;
      values.set([x === 0 ? 0 : 150, 50, 10], 3 * i);
    }
  }
  return { values, weights };
}

test('keeps known samples and fills the rest within their range', () => {
  const { values, weights } = ramp();
  pullPush(values, weights, width, height);
  for (let i = 0; i < weights.length; i++) {
    const column = i % width;
    if (weights[i] === 1) expect(values[3 * i]).toBe(column === 0 ? 0 : 150);
    expect(values[3 * i]).toBeGreaterThanOrEqual(0);
    expect(values[3 * i]).toBeLessThanOrEqual(150.001);
    expect(values[3 * i + 1]).toBeCloseTo(50, 3);
    expect(values[3 * i + 2]).toBeCloseTo(10, 3);
  }
});

test('relaxation converges towards linear interpolation', () => {
  const { values, weights } = ramp();
  pullPush(values, weights, width, height);
  const bend = () => Math.abs(values[3 * (5 * width + 4)] - 40);
  const before = bend();
  relax(values, weights, width, height, 60);
  expect(bend()).toBeLessThan(before);
  expect(bend()).toBeLessThan(8);
});

test('a single known sample fills the image', () => {
  const values = new Float32Array(3 * 25);
  const weights = new Float32Array(25);
  weights[7] = 1;
  values.set([9, 8, 7], 21);
  pullPush(values, weights, 5, 5);
  for (let i = 0; i < 25; i++) expect([...values.slice(3 * i, 3 * i + 3)]).toEqual([9, 8, 7]);
});
