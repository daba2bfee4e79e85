import { expect, test } from 'vitest';
import { layOutAtlas } from './atlas/atlas-layout';
import { knownSkin } from './known-skin';

const layout = layOutAtlas(128);
const count = 128 * 128;
const empty = () => new Float32Array(count);
const leftHalf = Float32Array.from({ length: count }, (_, i) => (i % 128 < 64 ? 1 : 0));
const photo = (without?: Float32Array) => ({
  layout,
  rgb: empty(),
  confidence: empty(),
  visible: empty(),
  facing: empty(),
  hair: empty(),
  rims: without && { found: empty(), wide: empty(), without },
});

const row = (map: { size: number; data: Float32Array }) => map.data.slice(32 * map.size, 33 * map.size);

test('what is known is 1, what is filled 0, and the edge between is soft', () => {
  const middle = row(knownSkin(leftHalf, [photo()], layout));
  expect([middle[10], middle[50]]).toEqual([1, 0]);
  const steps = middle.slice(1).map((value, i) => middle[i] - value);
  expect(Math.max(...steps)).toBeLessThan(0.3);
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
});

test('skin that only glasses hide is known', () => {
  const middle = row(knownSkin(empty(), [photo(), photo(leftHalf)], layout));
  expect([middle[10], middle[50]]).toEqual([1, 0]);
});
