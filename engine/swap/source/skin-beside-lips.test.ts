import { expect, test } from 'vitest';
import { mouthCorners } from '#engine/mesh/topology';
import { lipZone } from '#engine/swap/geometry/vertex-weights';
import { layOutAtlas, zoneOverAtlas } from './atlas-layout';
import { skinBesideLips } from './skin-beside-lips';

const layout = layOutAtlas(256);
const { size, positions } = layout;
const zone = zoneOverAtlas(layout, lipZone);
const red = [0.95, 0.6, 0.62];

/** Red lips, and red where `isRed` says so. @returns red over green after and before */
function treated(isRed: (i: number) => boolean): { after: (i: number) => number; before: (i: number) => number } {
  const detail = new Float32Array(3 * size * size).fill(1);
  for (let i = 0; i < size * size; i++) if (zone[i] > 0.97 || isRed(i)) detail.set(red, 3 * i);
  const plane = (value: number, channels: number) => new Float32Array(channels * size * size).fill(value);
  const changed = skinBesideLips({ light: plane(150, 3), detail, confidence: plane(1, 1) }, layout).detail;
  const ratio = (values: Float32Array) => (i: number) => values[3 * i] / values[3 * i + 1];
  return { after: ratio(changed), before: ratio(detail) };
}

const texelAt = (vertex: number, down = 0) =>
  (Math.round(positions[3 * vertex + 1]) + down) * size + Math.round(positions[3 * vertex]);
const isBeside = (i: number) => zone[i] > 0.4 && zone[i] <= 0.97;
const below = [...zone.keys()].find((i) => i > texelAt(17) && i % size === texelAt(17) % size && zone[i] < 0.72)!;

test('red beside the lips becomes skin, the lips stay', () => {
  const { after, before } = treated(isBeside);
  expect(before(below)).toBeGreaterThan(1.5);
  expect(after(below)).toBeLessThan(1.15);
  const lip = texelAt(17, -3);
  expect(zone[lip]).toBeGreaterThan(0.97);
  expect(after(lip)).toBe(before(lip));
});

test('the corners of the mouth stay', () => {
  const { after, before } = treated(isBeside);
  const corner = texelAt(mouthCorners.left);
  expect(after(corner)).toBe(before(corner));
});

test('skin of one colour stays', () => {
  const { after } = treated(() => false);
  expect(after(below)).toBe(1);
});
