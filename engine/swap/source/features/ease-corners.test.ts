import { expect, test } from 'vitest';
import { mouthCorners } from '#engine/mesh/topology';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { easeCorners } from './ease-corners';

const layout = layOutAtlas(512);
const { size, positions } = layout;

/** Hairs of a beard between bright skin, in every third column. */
const beard = (i: number): number => (Math.floor(i / 3) % 3 === 0 ? 0.3 : 0.7);

/** @param dash light of the line's end, a few texels outside of each corner of the mouth */
function detailWith(skin: number, dash: readonly number[]) {
  const detail = new Float32Array(3 * size * size).fill(skin);
  const places = [
    [mouthCorners.left, -1],
    [mouthCorners.right, 1],
  ].map(([vertex, outwards]) => {
    const [x, y] = [positions[3 * vertex] + 6 * outwards, positions[3 * vertex + 1]].map(Math.round);
    for (let row = y - 2; row < y + 2; row++)
      for (let column = x - 4; column < x + 4; column++) detail.set(dash, 3 * (row * size + column));
    return 3 * (y * size + x);
  });
  return { detail, places };
}

test('the ends of the line between lips become as bright as the skin around them, without its red', () => {
  const { detail, places } = detailWith(1, [0.4, 0.25, 0.2]);
  easeCorners(detail, layout);
  for (const at of places) {
    const [red, , blue] = detail.subarray(at, at + 3);
    expect(red).toBeGreaterThan(0.75);
    expect(red / blue).toBeLessThan(1.2);
  }
});

test.each([
  ['a dimple', 1, 0.92],
  ['hair in a beard', 0.4, 0.38],
])('%s stays', (_name, skin, light) => {
  const { detail } = detailWith(skin, [light, light, light]);
  const before = detail.slice();
  easeCorners(detail, layout);
  expect(detail).toEqual(before);
});

test('among hairs the ends of the line stay nearly as dark as hairs', () => {
  const { detail, places } = detailWith(1, [1, 1, 1]);
  for (let i = 0; i < detail.length; i++) detail[i] = beard(i);
  for (const at of places) detail.fill(0.25, at, at + 3);
  easeCorners(detail, layout);
  for (const at of places) expect(detail[at]).toBeLessThan(0.35);
});
