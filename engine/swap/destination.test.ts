import { expect, test } from 'vitest';
import { trueLandmarks } from '#tests/support/face-views';
import { eyeDistance, eyeOpenness } from '../mesh/pose';
import { oval } from '../mesh/topology';
import { destinationMesh } from './destination';

const target = trueLandmarks('otto');
const source = trueLandmarks('amara');

test('with no strength the target stays as it is', () => {
  expect(destinationMesh(target, source, 0)).toEqual(target);
});

test('a face put on itself stays where it is', () => {
  const placed = destinationMesh(target, target, 1);
  placed.forEach((value, i) => expect(value).toBeCloseTo(target[i], 2));
});

test('the outline stays, the inside moves, and never far', () => {
  const placed = destinationMesh(target, source, 0.8);
  const moved = (vertex: number) =>
    Math.hypot(placed[3 * vertex] - target[3 * vertex], placed[3 * vertex + 1] - target[3 * vertex + 1]);
  for (const vertex of oval) expect(moved(vertex)).toBe(0);
  expect(Math.max(...Array.from({ length: 478 }, (_, vertex) => moved(vertex)))).toBeLessThanOrEqual(
    0.12 * eyeDistance(target) + 0.01,
  );
  expect(moved(4)).toBeGreaterThan(1);
});

test('eyes move as one piece, so that they stay as open as they were', () => {
  const before = eyeOpenness(target);
  const after = eyeOpenness(destinationMesh(target, source, 0.8));
  expect(after.left).toBeCloseTo(before.left, 4);
  expect(after.right).toBeCloseTo(before.right, 4);
});
