import { expect, test } from 'vitest';
import { layOutAtlas } from './atlas-layout';
import { edgeOnShare } from './edge-on';

const layout = layOutAtlas(128);
const { size, positions } = layout;
const count = size * size;
const plane = (value: number) => new Float32Array(count).fill(value);

/** Landmarks of the canonical mesh, on the left and right of the atlas. */
const [leftCheek, rightCheek, noseTip, mouthCorner] = [213, 433, 4, 61];
const at = (vertex: number): number =>
  Math.floor(positions[3 * vertex + 1]) * size + Math.min(size - 1, Math.floor(positions[3 * vertex]));

/** Left half as seen, right half facing the camera. */
const leftSeen = (value: number) => Float32Array.from({ length: count }, (_, i) => (i % size < size / 2 ? value : 0.9));
const photo = (facing: Float32Array, confidence = plane(1)) => ({ facing, confidence });

test('the side of a cheek that is seen edge-on, nothing in the middle of the face', () => {
  const share = edgeOnShare([photo(leftSeen(0.25))], plane(1), layout);
  expect(share[at(leftCheek)]).toBeGreaterThan(0.8);
  expect(share[at(rightCheek)]).toBe(0);
  for (const vertex of [noseTip, mouthCorner]) expect(share[at(vertex)]).toBe(0);
});

test('a cheek that faces the camera enough keeps its texture', () => {
  expect(edgeOnShare([photo(leftSeen(0.55))], plane(1), layout)[at(leftCheek)]).toBe(0);
});

test('where the mirror image is shown, its side counts', () => {
  const share = edgeOnShare([photo(leftSeen(0.25))], plane(0), layout);
  expect(share[at(leftCheek)]).toBe(0);
  expect(share[at(rightCheek)]).toBeGreaterThan(0.8);
});

test('of several photos, the one that shows a place best counts', () => {
  const turned = photo(leftSeen(0.25));
  const covered = photo(plane(0.9), plane(0.2));
  const better = photo(plane(0.9), plane(1));
  const shareOf = (...photos: (typeof turned)[]) => edgeOnShare(photos, plane(1), layout)[at(leftCheek)];
  expect(shareOf({ ...turned, confidence: plane(0.8) }, better)).toBe(0);
  expect(shareOf(turned, covered)).toBeGreaterThan(0.8);
});
