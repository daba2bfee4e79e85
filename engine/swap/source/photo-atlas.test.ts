import { expect, test } from 'vitest';
import { uncovered } from '#engine/swap/geometry/raster';
import { layOutAtlas } from './atlas-layout';
import { unwrapPhoto } from './photo-atlas';

const layout = layOutAtlas(128);
const side = 2 * layout.size;

/** Of a photo of which each texel covers two rows. @param light of each row */
function texelsOf(light: (row: number) => number): number[] {
  const data = Uint8Array.from({ length: 3 * side * side }, (_, at) => light(Math.floor(at / 3 / side)));
  const landmarks = layout.positions.map((value, i) => (i % 3 === 1 ? 2 * value + 0.5 : 2 * value));
  const { rgb } = unwrapPhoto({ image: { width: side, height: side, data }, landmarks }, layout);
  return [...layout.ids.entries()].filter(([, id]) => id !== uncovered).map(([i]) => rgb[3 * i]);
}

test('lines that are pressed into one row become grey instead of steps', () => {
  const texels = texelsOf((row) => (row % 2 === 0 ? 0 : 200));
  expect(Math.min(...texels)).toBeGreaterThan(90);
  expect(Math.max(...texels)).toBeLessThan(110);
});

test('what is wider than a row keeps its light', () => {
  const texels = texelsOf((row) => (row < layout.size ? 50 : 200));
  const sharp = texels.filter((value) => Math.abs(value - 50) < 1 || Math.abs(value - 200) < 1);
  expect(sharp.length / texels.length).toBeGreaterThan(0.97);
});
