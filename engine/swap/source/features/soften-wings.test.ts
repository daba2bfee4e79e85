import { expect, test } from 'vitest';
import { noseWings } from '#engine/swap/geometry/vertex-weights';
import { layOutAtlas, zoneOverAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { softenWings } from './soften-wings';

const layout = layOutAtlas(512);
const { size } = layout;
const wings = zoneOverAtlas(layout, noseWings);
/** On a wing, with wings on all sides. */
const middle = wings.findIndex(
  (share, i) => share === 1 && [-6, 6, -6 * size, 6 * size].every((away) => wings[i + away] === 1),
);

/** A line of one column through the middle of a wing; the rest is plain skin. @returns its brightness afterwards. */
function lineAfter(brightness: number): number {
  const detail = new Float32Array(3 * size * size).fill(1);
  for (let i = middle % size; i < size * size; i += size) detail.fill(brightness, 3 * i, 3 * i + 3);
  const blank = new Float32Array(size * size).fill(1);
  return softenWings({ light: detail, detail, confidence: blank }, layout).detail[3 * middle];
}

test.each([
  ['the shade of a nose stays', 0.94, 0.94],
  ['its soft shine stays', 1.03, 1.03],
])('%s', (_name, before, after) => {
  expect(wings[middle]).toBe(1);
  expect(lineAfter(before)).toBeCloseTo(after, 2);
});

test('a bright and a dark line around the wings fade', () => {
  expect(lineAfter(1.5)).toBeLessThan(1.12);
  expect(lineAfter(0.5)).toBeGreaterThan(0.82);
});
