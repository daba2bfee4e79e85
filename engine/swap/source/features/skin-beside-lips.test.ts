import { expect, test } from 'vitest';
import { mouthCorners } from '#engine/mesh/topology';
import { lipZone } from '#engine/swap/geometry/vertex-weights';
import { layOutAtlas, zoneOverAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { skinBesideLips } from './skin-beside-lips';

const layout = layOutAtlas(256);
const { size, positions } = layout;
const zone = zoneOverAtlas(layout, lipZone);
const red = [0.95, 0.6, 0.62];

/** Red lips on skin, and another colour where `isOther` says so. @returns details before and after */
function treated(
  isOther: (i: number) => boolean,
  otherAt: (i: number) => readonly number[] = () => red,
): { before: Float32Array; after: Float32Array } {
  const before = new Float32Array(3 * size * size).fill(1);
  for (let i = 0; i < size * size; i++) {
    if (zone[i] > 0.97) before.set(red, 3 * i);
    else if (isOther(i)) before.set(otherAt(i), 3 * i);
  }
  const plane = (value: number, channels: number) => new Float32Array(channels * size * size).fill(value);
  const { detail } = skinBesideLips({ light: plane(150, 3), detail: before, confidence: plane(1, 1) }, layout);
  return { before, after: detail };
}

const redOverGreen = (detail: Float32Array, i: number): number => detail[3 * i] / detail[3 * i + 1];

const texelAt = (vertex: number, down = 0) =>
  (Math.round(positions[3 * vertex + 1]) + down) * size + Math.round(positions[3 * vertex]);
const isBeside = (i: number) => zone[i] > 0.4 && zone[i] <= 0.97;
const below = [...zone.keys()].find((i) => i > texelAt(17) && i % size === texelAt(17) % size && zone[i] < 0.72)!;

test('red beside the lips becomes skin, the lips stay', () => {
  const { before, after } = treated(isBeside);
  expect(redOverGreen(before, below)).toBeGreaterThan(1.5);
  expect(redOverGreen(after, below)).toBeLessThan(1.15);
  const lip = texelAt(17, -3);
  expect(zone[lip]).toBeGreaterThan(0.97);
  expect(redOverGreen(after, lip)).toBe(redOverGreen(before, lip));
});

test('the corners of the mouth stay', () => {
  const { before, after } = treated(isBeside);
  const corner = texelAt(mouthCorners.left);
  expect(redOverGreen(after, corner)).toBe(redOverGreen(before, corner));
});

test('skin of one colour stays', () => {
  const { after } = treated(() => false);
  expect(redOverGreen(after, below)).toBe(1);
});

test('skin below the middle of a lip stays in its shade', () => {
  const isShaded = (i: number) => i > texelAt(17) && Math.abs((i % size) - positions[3 * 17]) < 0.045 * size;
  const { before, after } = treated(isShaded, () => [0.5, 0.36, 0.34]);
  for (let k = 0; k < 3; k++) expect(after[3 * below + k] / before[3 * below + k]).toBeCloseTo(1, 1);
});

test('shade is redder than skin, and no lip', () => {
  const { before, after } = treated(isBeside, () => [0.6, 0.5, 0.49]);
  for (let k = 0; k < 3; k++) expect(after[3 * below + k] / before[3 * below + k]).toBeCloseTo(1, 1);
});

test('red does not become the shine below a lip', () => {
  const isNearMiddle = (i: number) => i > texelAt(17) && Math.abs((i % size) - positions[3 * 17]) < 0.045 * size;
  const shine = (i: number) => isNearMiddle(i) && zone[i] < 0.35;
  const { before, after } = treated(
    (i) => isBeside(i) || shine(i),
    (i) => (shine(i) ? [1.4, 1.4, 1.4] : red),
  );
  expect(before[3 * below + 1]).toBeCloseTo(red[1]);
  expect(after[3 * below + 1]).toBeGreaterThan(0.9);
  expect(after[3 * below + 1]).toBeLessThan(1.05);
});
