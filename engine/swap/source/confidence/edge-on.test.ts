import { expect, test } from 'vitest';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
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

test('the side of a cheek that is seen edge-on, nothing in the middle of the face', () => {
  const share = edgeOnShare(leftSeen(0.25), plane(1), layout);
  expect(share[at(leftCheek)]).toBeGreaterThan(0.8);
  expect(share[at(rightCheek)]).toBe(0);
  for (const vertex of [noseTip, mouthCorner]) expect(share[at(vertex)]).toBe(0);
});

test('a cheek that faces the camera enough keeps its texture', () => {
  expect(edgeOnShare(leftSeen(0.7), plane(1), layout)[at(leftCheek)]).toBe(0);
});

test('where the mirror image is shown, its side counts', () => {
  const share = edgeOnShare(leftSeen(0.25), plane(0), layout);
  expect(share[at(leftCheek)]).toBe(0);
  expect(share[at(rightCheek)]).toBeGreaterThan(0.8);
});

test.each([leftCheek, rightCheek])('a beard that is seen there, on either side, keeps its texture', (vertex) => {
  const beard = plane(0);
  beard[at(vertex)] = 1;
  expect(edgeOnShare(leftSeen(0.25), plane(1), layout, beard)[at(leftCheek)]).toBe(0);
  expect(edgeOnShare(leftSeen(0.25), plane(1), layout, plane(0))[at(leftCheek)]).toBeGreaterThan(0.8);
});
