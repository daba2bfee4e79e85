import { expect, test } from 'vitest';
import { meshVertexCount } from './canonical-mesh';
import { mirroredPoints } from './mirrored-points';

test.each([
  ['outer corners of the eyes', 33, 263],
  ['corners of the mouth', 61, 291],
  ['tip of the nose', 1, 1],
  ['chin', 152, 152],
  ['irises', 468, 473],
])('pairs the %s', (_, one, other) => {
  expect(mirroredPoints[one]).toBe(other);
});

test('pairs every landmark with one that is paired with it', () => {
  const all = [...mirroredPoints];
  expect(all.map((pair) => all[pair])).toEqual([...all.keys()]);
});

test('leaves irises irises', () => {
  expect([...mirroredPoints].every((pair, i) => pair < meshVertexCount === i < meshVertexCount)).toBe(true);
});
