import { expect, test } from 'vitest';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { easeGloss } from './ease-gloss';

const layout = layOutAtlas(512);
const { size, positions } = layout;

/** Skin of light 1 above lips of 0.7, with one brighter place around a landmark: light of its middle, after. */
function lightAfter(vertex: number, radius: number, light: number): number {
  const edge = Math.round(positions[3 * 37 + 1]);
  const detail = Float32Array.from({ length: 3 * size * size }, (_, at) => (at < 3 * edge * size ? 1 : 0.7));
  const [x, y] = [0, 1].map((axis) => Math.round(positions[3 * vertex + axis]));
  for (let row = y - radius; row <= y + radius; row++)
    detail.fill(light, 3 * (row * size + x - radius), 3 * (row * size + x + radius + 1));
  const plain = { light: new Float32Array(detail.length).fill(128), confidence: new Float32Array(size * size).fill(1) };
  return easeGloss({ ...plain, detail }, layout).detail[3 * (y * size + x)];
}

test.each([
  ['on the upper lip', 40],
  ['on its edge', 267],
])('a speck of gloss %s goes', (_, vertex) => expect(lightAfter(vertex, 2, 1.6)).toBeLessThan(1.2));

test.each([
  ['a wide, bright part of the upper lip', 40, 8, 1.2],
  ['a ridge of the lip, no brighter than skin', 40, 2, 0.95],
  ['the gloss of the lower lip', 17, 2, 1.6],
  ['a spot beside the lips', 205, 2, 1.6],
])('%s stays', (_, vertex, radius, light) => expect(lightAfter(vertex, radius, light)).toBeCloseTo(light, 5));
