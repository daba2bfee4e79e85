import { expect, test } from 'vitest';
import { faceView } from '#tests/support/face-views';
import type { Landmarks } from '#engine/types';
import { eyeDistance } from '#engine/mesh/pose';
import { TriangleClass, triangles } from '#engine/mesh/topology';
import { facingSign, signedArea } from '#engine/swap/geometry/raster';
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
])(
  '%s has 0.7 to 1.6 times the rows of pictures of frontal faces, and not fewer for lids',
  async (_name, from, to, least) => {
    const people = await Promise.all((['lin', 'diego', 'elsa', 'tomas'] as const).map((person) => faceView(person)));
    const heights = people.map(({ landmarks }) => heightOf(landmarks, from, to));
    const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length;
    const share = heightOf(positions, from, to) / mean;
    expect(share).toBeGreaterThan(least);
    expect(share).toBeLessThan(1.6);
  },
);

test('triangles of skin do not fold, and both halves mirror each other', () => {
  for (let triangle = 0; triangle < triangles.count; triangle++)
    if (triangles.classes[triangle] === TriangleClass.skin)
      expect(signedArea(positions, triangle) * facingSign, `${triangle}`).toBeGreaterThan(0);
  for (const [left, right] of [
    [247, 467],
    [30, 260],
    [29, 259],
    [27, 257],
    [28, 258],
    [56, 286],
    [190, 414],
  ]) {
    expect(positions[3 * left], `${left}`).toBeCloseTo(size - positions[3 * right], 1);
    expect(positions[3 * left + 1], `${left}`).toBeCloseTo(positions[3 * right + 1], 1);
  }
});
