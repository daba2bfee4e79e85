import { expect, test } from 'vitest';
import { eyeDistance } from '#engine/mesh/pose';
import { chin, foreheadTop, lips, noseTip } from '#engine/mesh/topology';
import type { MeshSource } from '#engine/swap/source-types';
import { trueLandmarks } from '#tests/support/face-views';
import { layOutAtlas } from '#engine/swap/source/atlas-layout';
import { growBeard } from './grow-beard';

const landmarks = trueLandmarks('otto');
const size = 64;
const { positions } = layOutAtlas(512);

/** @param share of beard in the lower half of the atlas */
const bearded = (share: number): MeshSource =>
  ({
    beard: { size, data: Float32Array.from({ length: size * size }, (_, i) => (i > (size * size) / 2 ? share : 0)) },
    atlas: [{ size: 512, data: new Uint8Array() }],
    atlasPositions: positions,
  }) as unknown as MeshSource;

const movedBy = (after: Float32Array, vertex: number): number[] =>
  [0, 1].map((axis) => (after[3 * vertex + axis] - landmarks[3 * vertex + axis]) / eyeDistance(landmarks));

test('a beard reaches beyond the outline of the mesh, away from the nose', () => {
  const after = growBeard(landmarks, bearded(1));
  expect(Math.hypot(...movedBy(after, chin))).toBeCloseTo(0.035, 3);
  expect(movedBy(after, chin)[1]).toBeGreaterThan(0.03);
  for (const vertex of [foreheadTop, noseTip, ...lips]) expect(Math.hypot(...movedBy(after, vertex))).toBe(0);
});

test('half a beard reaches half as far, none nowhere', () => {
  expect(Math.hypot(...movedBy(growBeard(landmarks, bearded(0.5)), chin))).toBeCloseTo(0.0175, 3);
  expect(growBeard(landmarks, { ...bearded(1), beard: undefined })).toBe(landmarks);
});
