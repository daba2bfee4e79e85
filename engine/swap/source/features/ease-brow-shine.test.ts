import { expect, test } from 'vitest';
import { brows } from '#engine/swap/geometry/vertex-weights';
import { layOutAtlas, zoneOverAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { easeBrowShine } from './ease-brow-shine';

const layout = layOutAtlas(128);
const { size } = layout;
const zone = zoneOverAtlas(layout, brows);
const onBrow = zone.indexOf(1);
const besideBrows = zone.indexOf(0, onBrow);

/** @returns of one texel, the others being plain skin */
function eased(texel: number, ...detail: number[]): number[] {
  const all = new Float32Array(3 * size * size).fill(1);
  all.set(detail, 3 * texel);
  const layers = { light: all, detail: all, confidence: all.subarray(0, size * size) };
  return [...easeBrowShine(layers, layout).detail.subarray(3 * texel, 3 * texel + 3)];
}

test('a blue gleam on a brow becomes faint and nearly as neutral as skin', () => {
  const [red, green, blue] = eased(onBrow, 1.4, 1.4, 1.7);
  expect((red + green + blue) / 3).toBeCloseTo(1.12 + 0.35 * 0.38, 3);
  expect(blue / red).toBeGreaterThan(1);
  expect(blue / red).toBeLessThan(1.08);
});

test.each([
  ['dark hair', onBrow, [0.3, 0.25, 0.2]],
  ['fair hair', onBrow, [1.12, 1.06, 0.95]],
  ['a gleam beside the brows', besideBrows, [1.5, 1.5, 1.6]],
])('%s stays', (_, texel, detail) => {
  const after = eased(texel, ...detail);
  for (const [k, value] of detail.entries()) expect(after[k]).toBeCloseTo(value, 5);
});
