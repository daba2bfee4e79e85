import { expect, test } from 'vitest';
import { planeOf } from '#tests/support/plane';
import { brows, eyeZone } from '#engine/swap/geometry/vertex-weights';
import { layOutAtlas, zoneOverAtlas } from '#engine/swap/source/atlas/atlas-layout';
import type { PhotoAtlas } from '#engine/swap/source/photo/photo-atlas';
import { refineRims } from './refine-rims';

const size = 512;
const layout = layOutAtlas(size);
const rowOf = (i: number) => Math.floor(i / size);
const columnOf = (i: number) => i % size;
/** A rim across the cheeks, where neither brows nor eyes are. */
const rim = Math.round(layout.positions[3 * 50 + 1]);
const margin = 16;

interface Photo {
  /** Detail of the texels of the rim. */
  rimDetail: number;
  detailOf?(i: number): number;
  top?: number;
}

/** @returns the refined confidence */
function refined({ rimDetail, detailOf = () => 1, top = rim - margin }: Photo): Float32Array {
  const isRim = (i: number) => Math.abs(rowOf(i) - rim) <= 3;
  const plane = (valueOf: (i: number) => number) => planeOf(size * size, valueOf);
  const values = plane((i) => (isRim(i) ? rimDetail : detailOf(i)));
  const wide = plane((i) => (rowOf(i) >= top && rowOf(i) <= rim + margin ? 1 : 0));
  const layers = {
    light: new Float32Array(3 * size * size).fill(128),
    detail: Float32Array.from({ length: 3 * size * size }, (_, at) => values[Math.floor(at / 3)]),
    confidence: wide.map((share) => 1 - share),
  };
  const found = plane((i) => (isRim(i) ? 1 : 0));
  const rims = { found, wide, without: new Float32Array(size * size).fill(1) };
  return refineRims(layers, { rims } as PhotoAtlas, layout).confidence;
}

const column = Math.round(layout.positions[3 * 50]);
const at = (row: number, x = column) => row * size + x;

test('texels of a dark rim and of its soft edge are hidden, the skin beside them is not', () => {
  const confidence = refined({ rimDetail: 0.1 });
  for (const row of [rim, rim - 3, rim - 5]) expect(confidence[at(row)]).toBe(0);
  for (const row of [rim - margin, rim - margin + 4]) expect(confidence[at(row)]).toBe(1);
});

test('the shadow and the shining edge of a rim are hidden', () => {
  for (const detail of [0.55, 1.6]) {
    const detailOf = (i: number) => (rowOf(i) < rim - 9 && rowOf(i) > rim - 13 ? detail : 1);
    expect(refined({ rimDetail: 0.1, detailOf })[at(rim - 11)], `${detail}`).toBe(0);
  }
});

test('a blurred edge is hidden as far as it goes, the same shade elsewhere is not', () => {
  const detailOf = (i: number) => (columnOf(i) < column && rowOf(i) < rim ? 0.85 : 1);
  const confidence = refined({ rimDetail: 0.1, detailOf });
  const here = at(rim - 9, column - 20);
  expect(confidence[here]).toBeLessThan(0.1);
  expect(confidence[at(rim - margin - 8, column - 20)]).toBe(1);
});

test('hairs of a brow within the margin stay', () => {
  const brow = zoneOverAtlas(layout, brows);
  const [x, y] = layout.positions.subarray(3 * 105, 3 * 105 + 2).map(Math.floor);
  const detailOf = (i: number) => (brow[i] > 0.5 && columnOf(i) % 3 === 0 ? 0.5 : 1);
  const confidence = refined({ rimDetail: 0.1, detailOf, top: y - 40 });
  expect(brow[at(y, x)]).toBeGreaterThan(0.9);
  for (let hair = x - 6; hair <= x + 6; hair++) expect(confidence[at(y, hair)]).toBe(1);
});

test('the shade of lids within the margin stays', () => {
  const lid = zoneOverAtlas(layout, eyeZone);
  const [x, y] = layout.positions.subarray(3 * 223, 3 * 223 + 2).map(Math.floor);
  const detailOf = (i: number) => (lid[i] > 0 ? 0.7 : 1);
  const inside = lid.findIndex((share, i) => share > 0.99 && rowOf(i) > y && columnOf(i) === x);
  expect(inside).toBeGreaterThan(0);
  expect(refined({ rimDetail: 0.1, detailOf, top: y - 20 })[inside]).toBeGreaterThan(0.9);
});

test('of pale rims the whole margin stays hidden', () => {
  const confidence = refined({ rimDetail: 0.6 });
  for (let row = rim - margin; row <= rim + margin; row++) expect(confidence[at(row)]).toBe(0);
});

test('without glasses nothing changes', () => {
  const layers = { light: new Float32Array(), detail: new Float32Array(), confidence: new Float32Array() };
  expect(refineRims(layers, {} as PhotoAtlas, layout)).toBe(layers);
});
