import { expect, test } from 'vitest';
import { brows } from '#engine/swap/geometry/vertex-weights';
import { layOutAtlas, zoneOverAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { taperBrows } from './taper-brows';

const layout = layOutAtlas(256);
const { size } = layout;
const zone = zoneOverAtlas(layout, brows);
/** In the middle of a brow: the column and the rows of its zone. */
const { x, top, bottom } = columnOfBrow();
const cut = Math.round((top + bottom) / 2);
const hair = 0.4;

function columnOfBrow(): { x: number; top: number; bottom: number } {
  const x = Math.round(layout.positions[3 * 105]);
  const rows = [...Array(size).keys()].filter((y) => zone[y * size + x] > 0.9);
  return { x, top: rows[0], bottom: rows[rows.length - 1] };
}

/** Rows of which `isShown` says that a photo shows them are hair, the others skin. @returns detail of the column */
function tapered(isShown: (row: number) => boolean): (row: number) => number {
  const detail = new Float32Array(3 * size * size).fill(1);
  const confidence = new Float32Array(size * size);
  for (let i = 0; i < size * size; i++) {
    if (!isShown(Math.floor(i / size))) continue;
    detail.fill(hair, 3 * i, 3 * i + 3);
    confidence[i] = 1;
  }
  const light = new Float32Array(3 * size * size).fill(150);
  const changed = taperBrows({ light, detail, confidence }, layout).detail;
  return (row) => changed[3 * (row * size + x)];
}

test('hairs continue below a cut and fade', () => {
  const at = tapered((row) => row < cut);
  expect(at(cut - 1)).toBeCloseTo(hair, 5);
  expect(at(cut)).toBeLessThan(0.6);
  expect(at(cut + 2)).toBeGreaterThan(at(cut));
  expect(at(cut + 2)).toBeLessThan(0.95);
  expect(at(cut + 6)).toBe(1);
});

test('nothing grows upwards: the forehead is completed from below', () => {
  const at = tapered((row) => row > cut);
  for (let row = top - 4; row <= cut; row++) expect(at(row)).toBe(1);
});

test('beside brows nothing changes', () => {
  const row = [...Array(size).keys()].findLast((y) => y < size / 2 && zone[y * size + x] > 0)! + 1;
  expect(tapered((y) => y < row)(row)).toBe(1);
});
