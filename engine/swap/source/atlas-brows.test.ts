import { expect, test } from 'vitest';
import { planeOf } from '#engine/swap/ops/plane';
import { brows, sourceFeatureZone } from '#engine/swap/geometry/vertex-weights';
import { browLikeness } from './atlas-brows';
import { layOutAtlas, interpolateOverAtlas } from './atlas-layout';

const size = 256;
const layout = layOutAtlas(size);
const zone = interpolateOverAtlas(layout, brows);
const [middleUpper, tailUpper, tailLower] = [105, 63, 53];
const columnOf = (vertex: number) => layout.positions[3 * vertex];
const rowOf = (vertex: number) => layout.positions[3 * vertex + 1];
const tail = texelBetween(tailUpper, tailLower);

function texelBetween(a: number, b: number): number {
  const [column, row] = [(columnOf(a) + columnOf(b)) / 2, (rowOf(a) + rowOf(b)) / 2];
  return Math.floor(row) * size + Math.floor(column);
}

function face(hairBefore: number): { rgb: Float32Array; bare: Float32Array } {
  const isHair = (i: number) => i % size < hairBefore;
  const bare = planeOf(size * size, (i) => (isHair(i) || zone[i] > 0.5 ? 0 : 1));
  return { rgb: planeOf(3 * size * size, (at) => (bare[Math.floor(at / 3)] === 1 ? 200 : 40)), bare };
}

test('a brow’s tail counts as brow when skin surrounds it', () => {
  const { rgb, bare } = face(0);
  expect(browLikeness(layout, rgb, bare)[tail]).toBeGreaterThan(0.9);
});

test('a brow’s tail beside hair may be hair', () => {
  const { rgb, bare } = face(columnOf(tailUpper) - 2);
  expect(browLikeness(layout, rgb, bare)[tail]).toBeLessThan(0.7);
});

test('brow tails get no confidence from the feature zone, brow middles do', () => {
  const feature = interpolateOverAtlas(layout, sourceFeatureZone);
  expect(feature[tail]).toBeLessThan(0.3);
  expect(feature[texelBetween(middleUpper, 52)]).toBeGreaterThan(0.85);
});
