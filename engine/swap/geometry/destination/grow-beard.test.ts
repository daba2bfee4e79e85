import { expect, test } from 'vitest';
import { fitHead } from '#engine/mesh/pose';
import { chin, foreheadTop, lips, noseTip } from '#engine/mesh/topology';
import type { MeshSource } from '#engine/swap/source-types';
import { trueLandmarks } from '#tests/support/face-views';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { growBeard } from './grow-beard';

const landmarks = trueLandmarks('otto');
const size = 64;
const { positions } = layOutAtlas(512);
const millimetre = fitHead(landmarks).scale / 10;
/** From ear to ear. */
const jaw = [132, 58, 172, 136, 150, 149, 176, 148, chin, 377, 400, 378, 379, 365, 397, 288, 361];

/** @param share of beard on the lower half of the face, and beyond its outline */
const bearded = (share: number): MeshSource =>
  ({
    beard: { size, data: Float32Array.from({ length: size * size }, (_, i) => (i > (size * size) / 2 ? share : 0)) },
    atlas: [{ size: 512, data: new Uint8Array() }],
    atlasPositions: positions,
  }) as unknown as MeshSource;

const movedBy = (after: Float32Array, vertex: number): number[] =>
  [0, 1].map((axis) => (after[3 * vertex + axis] - landmarks[3 * vertex + axis]) / millimetre);

test('a beard reaches as far beyond the outline of the mesh all along the jaw, away from the nose', () => {
  const after = growBeard(landmarks, bearded(1));
  for (const vertex of jaw.slice(1, -1)) {
    const moved = Math.hypot(...movedBy(after, vertex));
    expect(moved, `vertex ${vertex}`).toBeGreaterThan(4.25);
    expect(moved, `vertex ${vertex}`).toBeLessThan(5.02);
  }
  expect(movedBy(after, chin)[1]).toBeGreaterThan(3.75);
  for (const vertex of [foreheadTop, noseTip, ...lips]) expect(Math.hypot(...movedBy(after, vertex))).toBe(0);
});

test('half a beard reaches half as far, none nowhere', () => {
  expect(Math.hypot(...movedBy(growBeard(landmarks, bearded(0.5)), chin))).toBeCloseTo(2.5, 1);
  expect(growBeard(landmarks, { ...bearded(1), beard: undefined })).toBe(landmarks);
});

test('landmarks without extent stay finite', () => {
  expect([...growBeard(new Float32Array(landmarks.length), bearded(1))].filter(Number.isNaN)).toEqual([]);
});
