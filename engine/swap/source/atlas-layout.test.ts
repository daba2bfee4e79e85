import { expect, test } from 'vitest';
import { faceView } from '#tests/support/face-views';
import type { Landmarks } from '#engine/types';
import { eyeDistance } from '#engine/mesh/pose';
import { triangles } from '#engine/mesh/topology';
import { layOutAtlas } from './atlas-layout';

const { size, positions } = layOutAtlas(512);

/** Over the distance between the eyes. */
function heightOf(landmarks: Landmarks, from: number, to: number): number {
  const [x, y] = [0, 1].map((axis) => landmarks[3 * to + axis] - landmarks[3 * from + axis]);
  return Math.hypot(x, y) / eyeDistance(landmarks);
}

// Lids of our rendered people are flatter than those of 25 photographs, where the layout has 0.6 to 1 times the rows.
test.each([
  ['left upper lid', 159, 27, 1.2],
  ['right upper lid', 386, 257, 1.2],
  ['above the left lid', 27, 223, 0.7],
  ['above the right lid', 257, 443, 0.7],
  ['left lower lid', 145, 23, 1.2],
])('%s has as many rows as on pictures of frontal faces', async (_name, from, to, least) => {
  const people = await Promise.all((['lin', 'diego', 'elsa', 'tomas'] as const).map((person) => faceView(person)));
  const heights = people.map(({ landmarks }) => heightOf(landmarks, from, to));
  const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length;
  const share = heightOf(positions, from, to) / mean;
  expect(share).toBeGreaterThan(least);
  expect(share).toBeLessThan(1.6);
});

test('triangles beside the eyes do not fold, and the halves mirror each other', () => {
  const area = (triangle: number) => {
    const [a, b, c] = [0, 1, 2].map((corner) => 3 * triangles.vertices[3 * triangle + corner]);
    const across = (positions[b] - positions[a]) * (positions[c + 1] - positions[a + 1]);
    return across - (positions[c] - positions[a]) * (positions[b + 1] - positions[a + 1]);
  };
  const lids = new Set([247, 30, 29, 27, 28, 56, 190, 113, 225, 224, 223, 222, 221, 189]);
  const beside = [...Array(triangles.count).keys()].filter((triangle) =>
    [0, 1, 2].every((corner) => lids.has(triangles.vertices[3 * triangle + corner])),
  );
  expect(beside.length).toBeGreaterThan(5);
  for (const triangle of beside) expect(area(triangle)).toBeLessThan(-4);
  for (const [left, right] of [
    [27, 257],
    [247, 467],
    [190, 414],
  ]) {
    expect(positions[3 * left]).toBeCloseTo(size - positions[3 * right], 1);
    expect(positions[3 * left + 1]).toBeCloseTo(positions[3 * right + 1], 1);
  }
});
