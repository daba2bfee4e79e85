import { expect, test } from 'vitest';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { discountHairShadow } from './hair-shadow';
import type { Layers } from '#engine/swap/source/photo/layers';

const layout = layOutAtlas(256);
const { size, positions } = layout;

const texelAt = (vertex: number) => ({
  x: Math.round(positions[3 * vertex]),
  y: Math.round(positions[3 * vertex + 1]),
});

/** A dark line beside a strand of hair that covers the face from top to bottom. */
function besideHair({ x, y }: { x: number; y: number }): { layers: Layers; at: number } {
  const confidence = new Float32Array(size * size).fill(1);
  const detail = new Float32Array(3 * size * size).fill(1);
  for (let row = 0; row < size; row++) confidence.fill(0, row * size + x + 4, row * size + x + 14);
  for (let row = y - 8; row <= y + 8; row++) detail.fill(0.4, 3 * (row * size + x - 2), 3 * (row * size + x + 3));
  return { layers: { light: new Float32Array(3 * size * size).fill(150), detail, confidence }, at: y * size + x };
}

test('a dark line on a cheek beside hair is its shadow', () => {
  const { layers, at } = besideHair(texelAt(50));
  expect(discountHairShadow(layers, layout).confidence[at]).toBeLessThan(0.6);
});

test('a nostril beside hair is none', () => {
  const { layers, at } = besideHair(texelAt(97));
  expect(discountHairShadow(layers, layout).confidence[at]).toBeGreaterThan(0.9);
});

test('a dark line in a beard beside the outline is none', () => {
  const { layers, at } = besideHair(texelAt(50));
  const beard = new Float32Array(size * size).fill(1);
  expect(discountHairShadow(layers, layout, beard).confidence[at]).toBeGreaterThan(0.9);
});
