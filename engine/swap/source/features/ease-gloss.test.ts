import { expect, test } from 'vitest';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { easeGloss } from './ease-gloss';

const layout = layOutAtlas(512);
const { size, positions } = layout;
const middle = Math.round(positions[3 * 13 + 1]);

/** Skin of light 1 above lips of 0.7, with one brighter place around a landmark. */
function lipsWith(vertex: number, radius: number, light: number) {
  const edge = Math.round(positions[3 * 37 + 1]);
  const detail = Float32Array.from({ length: 3 * size * size }, (_, at) => (at < 3 * edge * size ? 1 : 0.7));
  const [x, y] = [0, 1].map((axis) => Math.round(positions[3 * vertex + axis]));
  for (let row = y - radius; row <= y + radius; row++)
    detail.fill(light, 3 * (row * size + x - radius), 3 * (row * size + x + radius + 1));
  return { detail, at: 3 * (y * size + x) };
}

test.each([
  ['on the upper lip', 40],
  ['on its edge', 267],
])('a speck of gloss %s goes', (_, vertex) => {
  const { detail, at } = lipsWith(vertex, 2, 1.6);
  easeGloss(detail, layout, middle);
  expect(detail[at]).toBeLessThan(1.2);
});

test.each([
  ['a wide, bright part of the upper lip', 40, 8, 1],
  ['a ridge that is hardly brighter', 40, 2, 0.74],
  ['the gloss of the lower lip', 17, 2, 1.6],
  ['a spot beside the lips', 205, 2, 1.6],
])('%s stays', (_, vertex, radius, light) => {
  const { detail, at } = lipsWith(vertex, radius, light);
  easeGloss(detail, layout, middle);
  expect(detail[at]).toBeCloseTo(light, 5);
});
