import { expect, test } from 'vitest';
import { canonicalMesh } from '../../tools/models/canonical-mesh.mjs';
import { canonicalTriangles, canonicalUvs, canonicalVertices, meshVertexCount, rigidVertices } from './canonical-mesh';
import asset from './canonical-mesh.json';

test('the committed mesh is what the script makes of the package', () => {
  expect(canonicalMesh()).toEqual(asset);
});

test('says where it comes from and under which licence', () => {
  expect(asset.provenance).toContain('@mediapipe/face_mesh');
  expect(asset.licence).toBe('Apache-2.0');
});

test('has 468 vertices, 898 triangles and 33 rigid points, all of them in range', () => {
  expect(meshVertexCount).toBe(468);
  expect(canonicalUvs).toHaveLength(2 * 468);
  expect(canonicalTriangles).toHaveLength(3 * 898);
  expect(Math.max(...canonicalTriangles)).toBe(467);
  expect(rigidVertices).toHaveLength(33);
  expect(Math.min(...rigidVertices.map(({ weight }) => weight))).toBeGreaterThan(0);
});

test('stands upright in picture axes, nose towards the camera', () => {
  const [forehead, noseTip, chin] = [10, 4, 152].map((vertex) =>
    canonicalVertices.subarray(3 * vertex, 3 * vertex + 3),
  );
  expect(forehead[1]).toBeLessThan(noseTip[1]);
  expect(noseTip[1]).toBeLessThan(chin[1]);
  expect(noseTip[2]).toBe(Math.min(...canonicalVertices.filter((_, index) => index % 3 === 2)));
});
