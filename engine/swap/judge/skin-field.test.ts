import { expect, test } from 'vitest';
import { canonicalVertices } from '#engine/mesh/canonical-mesh';
import { floatsAt, withScratch } from '#engine/kernels/memory';
import { LANDMARK_COUNT } from '#engine/types';
import { skinField } from './skin-field';

const side = 60;
const positions = new Float32Array(3 * LANDMARK_COUNT);
for (let i = 0; i < canonicalVertices.length; i += 3) {
  positions[i] = side / 2 + 3 * canonicalVertices[i];
  positions[i + 1] = side / 2 + 3 * canonicalVertices[i + 1];
}

function likeness(patch: readonly number[]): number {
  const rgb = new Float32Array(3 * side * side);
  for (let i = 0; i < side * side; i++) rgb.set([170, 120, 90], 3 * i);
  const [column, row] = [side / 2, 6];
  rgb.set(patch, 3 * (row * side + column));
  return withScratch(() => {
    const skin = skinField(rgb, side, side, positions);
    return floatsAt(skin, side * side)[row * side + column];
  });
}

test('shaded skin counts as skin', () => {
  expect(likeness([170, 120, 90])).toBe(1);
  expect(likeness([95, 66, 50])).toBeGreaterThan(0.8);
});

test('dark hair differs from shaded skin by its hue', () => {
  expect(likeness([45, 45, 50])).toBeLessThan(0.25);
});
