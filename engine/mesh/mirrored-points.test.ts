import { expect, test } from 'vitest';
import { meshVertexCount } from './canonical-mesh';
import { mirroredPoints } from './mirrored-points';

test('pairs the landmarks of both sides', () => {
  const pairs = [
    [33, 263],
    [61, 291],
    [1, 1],
    [152, 152],
    [468, 473],
    [469, 476],
    [470, 475],
  ];
  for (const [left, right] of pairs) expect([left, mirroredPoints[left]]).toEqual([left, right]);
  const all = [...mirroredPoints];
  expect(all.map((pair) => all[pair])).toEqual([...all.keys()]);
});

test('leaves irises irises', () => {
  expect([...mirroredPoints].every((pair, i) => pair < meshVertexCount === i < meshVertexCount)).toBe(true);
});
