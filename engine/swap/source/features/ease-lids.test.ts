import { expect, test } from 'vitest';
import { brows, eyeZone } from '#engine/swap/geometry/vertex-weights';
import { layOutAtlas, zoneOverAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { easeLids } from './ease-lids';
import { eyeballs } from '#engine/swap/source/atlas/eyeballs';

const layout = layOutAtlas(512);
const { size, positions } = layout;
const zone = zoneOverAtlas(layout, eyeZone);
const eyes = eyeballs(layout);
const outerCorner = 33;
const black = 0.06;
const [x, y] = [positions[3 * outerCorner], positions[3 * outerCorner + 1]].map(Math.round);
const besideCorner = y * size + x - 6;

/** Skin of detail 1, other detail where `isOther` says so. @returns detail after, one channel */
function eased(isOther: (i: number) => boolean, other = black): (i: number) => number {
  const detail = new Float32Array(3 * size * size).fill(1);
  for (let i = 0; i < size * size; i++) if (isOther(i)) detail.fill(other, 3 * i, 3 * i + 3);
  const plane = (value: number, channels: number) => new Float32Array(channels * size * size).fill(value);
  const changed = easeLids({ light: plane(150, 3), detail, confidence: plane(1, 1) }, layout).detail;
  return (i) => changed[3 * i];
}

test('a black patch in the corner of an eye becomes a shade that is darker than skin', () => {
  const isPatch = (i: number) => Math.hypot((i % size) - x, Math.floor(i / size) - y) < 24;
  const shade = eased(isPatch)(besideCorner);
  expect(shade).toBeGreaterThan(0.2);
  expect(shade).toBeLessThan(0.45);
});

test.each([
  ['a lash line', () => false],
  ['a lash line that an iris touches', (i: number) => eyes[i] > 0.5],
])('%s stays black', (_name, isIris) => {
  const [column, line] = [0, 1].map((axis) => Math.round(positions[3 * 159 + axis]));
  const isLine = (i: number) => Math.abs(Math.floor(i / size) - line + 3) <= 2;
  const after = eased((i) => isLine(i) || isIris(i));
  expect(after((line - 3) * size + column)).toBeCloseTo(black, 2);
});

test('eyeballs and brows stay', () => {
  const after = eased(() => true);
  const browZone = zoneOverAtlas(layout, brows);
  const places = [
    eyes.findIndex((share) => share === 1),
    browZone.findIndex((share, i) => share === 1 && zone[i] === 0),
  ];
  for (const i of places) expect(after(i)).toBeCloseTo(black, 5);
});

test('white beside an eyeball becomes skin, white away from it stays', () => {
  const below = (down: number) => {
    const lowest = positions[3 * 145 + 1];
    return Math.round(lowest + down) * size + Math.round(positions[3 * 145]);
  };
  const after = eased((i) => eyes[i] < 1, 1.6);
  expect(after(below(2))).toBeLessThan(1.2);
  expect(after(below(30))).toBeCloseTo(1.6, 5);
});
