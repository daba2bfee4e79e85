import { expect, test } from 'vitest';
import { TriangleClass, triangles } from '#engine/mesh/topology';
import { trianglesFromTarget } from './warp-map';

const kinds = (fromTarget: Uint8Array) => new Set([...triangles.classes].filter((_, i) => fromTarget[i] === 1));

test('open eyes and an open mouth are the target’s, closed ones the source’s', () => {
  const { mouth, leftEye, rightEye } = TriangleClass;
  expect(kinds(trianglesFromTarget(true, true, true))).toEqual(new Set([mouth, leftEye, rightEye]));
  expect(kinds(trianglesFromTarget(false, true, false))).toEqual(new Set([rightEye]));
});
