import { expect, test } from 'vitest';
import { planeOf } from '#tests/support/plane';
import { belowFreeHairline, belowHairline } from '#engine/swap/geometry/vertex-weights';
import { layOutAtlas, zoneOverAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { completeLayers } from './complete';
import { meanRelief } from '#engine/swap/source/atlas/mean-relief';

const size = 256;
const layout = layOutAtlas(size);
const row = Math.round(layout.positions[3 * 205 + 1]);
const place = (column: number) => row * size + column;

/** How a person differs from the mean relief, from the left to the right. */
const difference = (at: number): number => 0.9 + 0.2 * ((Math.floor(at / 3) % size) / size);

/** @returns the completed difference */
function completed(first: number, last: number): Float32Array {
  const relief = meanRelief(layout).map(Math.exp);
  const detail = Float32Array.from({ length: 3 * size * size }, (_, at) => difference(at) * relief[Math.floor(at / 3)]);
  const confidence = planeOf(size * size, (i) => (i % size >= first && i % size <= last ? 1 : 0));
  const light = new Float32Array(detail.length).fill(128);
  return completeLayers({ light, detail, confidence }, layout).detail.map((d, at) => d / relief[Math.floor(at / 3)]);
}

function largestStep(detail: Float32Array): number {
  let largest = 0;
  for (let column = 20; column < size - 20; column++) {
    largest = Math.max(largest, Math.abs(detail[3 * place(column + 1)] - detail[3 * place(column)]));
  }
  return largest;
}

test('filling one half from the other leaves no step', () => {
  expect(largestStep(completed(size * 0.45, size))).toBeLessThan(0.01);
});

test('areas that neither half shows continue how the person differs from a mean face, without a line', () => {
  const detail = completed(size * 0.25, size * 0.75);
  expect(largestStep(detail)).toBeLessThan(0.01);
  const [edge, beyond] = [Math.round(size * 0.76), Math.round(size * 0.85)];
  expect(Math.abs(detail[3 * place(beyond)] - detail[3 * place(edge)])).toBeLessThan(0.03);
});

/** A mark on the upper forehead, which hair surrounds or not. @returns the mark's detail afterwards. */
function markWith(confidenceAround: number): number {
  const below = zoneOverAtlas(layout, belowHairline);
  const free = zoneOverAtlas(layout, belowFreeHairline);
  const column = size / 2 - 20;
  let mark = column;
  for (let i = column; i < free.length; i += size) if (free[i] - below[i] > free[mark] - below[mark]) mark = i;
  const markRow = Math.floor(mark / size);
  const confidence = planeOf(size * size, (i) =>
    free[i] > below[i] && Math.abs(Math.floor(i / size) - markRow) > 1 ? confidenceAround : 1,
  );
  const detail = new Float32Array(3 * size * size).fill(1);
  for (const at of [mark, mark + size - 1 - 2 * column]) detail.fill(0.6, 3 * at, 3 * at + 3);
  const light = new Float32Array(detail.length).fill(128);
  return completeLayers({ light, detail, confidence }, layout).detail[3 * mark];
}

test('the upper forehead is the photo’s, and continued from below beside a fringe', () => {
  expect(markWith(0) - markWith(1)).toBeGreaterThan(0.1);
});

test('specks of hair beside what hair covers do not stay on the cheek', () => {
  const edge = Math.round(size * 0.75);
  const mirrored = size - 1 - edge;
  const relief = meanRelief(layout).map(Math.exp);
  const isSpeck = (column: number) => column > edge - 3 || column < mirrored + 3;
  const speckAt = (i: number) => (isSpeck(i % size) ? 1 + 0.3 * (-1) ** Math.floor(i / size) : 1);
  const detail = Float32Array.from({ length: 3 * size * size }, (_, at) => {
    const i = Math.floor(at / 3);
    return speckAt(i) * relief[i];
  });
  const confidence = planeOf(size * size, (i) => (i % size >= mirrored && i % size <= edge ? 1 : 0));
  const light = new Float32Array(detail.length).fill(128);
  const whole = completeLayers({ light, detail, confidence }, layout).detail;
  const differenceOf = (i: number) => whole[3 * i] / relief[i];
  for (const column of [edge - 2, edge - 1, edge])
    expect(Math.abs(differenceOf(place(column)) - differenceOf(place(column) + size))).toBeLessThan(0.1);
});

test('hidden lids take nothing from the irises', () => {
  const [iris, lid] = [468, 27].map((vertex) => [0, 1].map((axis) => Math.round(layout.positions[3 * vertex + axis])));
  const rows = { from: lid[1] - 6, to: lid[1] + 3 };
  const away = (i: number) => Math.hypot((i % size) - iris[0], Math.floor(i / size) - iris[1]);
  const lidLight = (dark: number) => {
    const detail = Float32Array.from({ length: 3 * size * size }, (_, at) => (away(Math.floor(at / 3)) < 5 ? dark : 1));
    const confidence = planeOf(size * size, (i) => {
      const row = Math.floor(i / size);
      return row >= rows.from && row <= rows.to ? 0 : 1;
    });
    const light = new Float32Array(detail.length).fill(128);
    return completeLayers({ light, detail, confidence }, layout).detail[3 * (lid[1] * size + lid[0])];
  };
  expect(lidLight(0.2)).toBeCloseTo(lidLight(1), 3);
});
