import { boxBlur } from '#engine/swap/ops/box-blur';
import { ramp } from '#engine/swap/ops/curves';
import { sumAt } from '#engine/swap/ops/light';
import { dilate } from '#engine/swap/ops/morphology';
import type { Grid } from './grid';

/** Of the zone, which reaches to the next landmarks. */
const edge = { from: 0.25, all: 0.65 };
/** The same, of what is as dark as hair. */
const hairEdge = { from: 0, all: 0.12 };
/** Logarithm by which hair is darker than what lies above it. */
const hair = { from: 0.15, all: 0.4 };
/** Shares of the columns, upwards: how far hair reaches above the zone, and what it is compared with. */
const hairAbove = 0.025;
const compared = { from: 0.03, to: 0.06 };
/** Of `feather`: where the forehead fades at least so much, hair counts as a feature, and not as skin that may stay. */
const fading = 0.8;
/** Cells over which what is covered ends. */
const margin = 2;

/**
 * Raised brows of the target lie where the new forehead fades, and would show above the new ones. Landmarks may leave out
 * the upper edge of a raised brow.
 * @param grid its `feather` and `anyPigmented` change
 * @param brows the target's
 */
export function coverBrows(grid: Grid, brows: Float32Array): void {
  const { feather, covered, anyPigmented, columns, rows } = grid;
  const hairs = upperEdges(grid, brows);
  dilate(hairs, columns, rows, margin);
  boxBlur(hairs, columns, rows, margin, 2);
  for (let i = 0; i < feather.length; i++) {
    if (covered[i] === 0) continue;
    anyPigmented[i] = Math.max(anyPigmented[i], hairs[i] * ramp(1, fading, feather[i]));
    feather[i] = Math.max(feather[i], ramp(edge.from, edge.all, brows[i]), hairs[i]);
  }
}

/** Hair of brows at and above the edge of the zone: cells, 0–1. */
function upperEdges(grid: Grid, brows: Float32Array): Float32Array {
  const { columns } = grid;
  const hairs = new Float32Array(brows.length);
  const zones = largestBelow(brows, columns, Math.round(hairAbove * columns));
  for (let i = 0; i < hairs.length; i++) {
    if (zones[i] === 0) continue;
    hairs[i] = ramp(hairEdge.from, hairEdge.all, zones[i]) * ramp(hair.from, hair.all, darkness(grid, i));
  }
  return hairs;
}

/** Of each cell and `reach` cells below it, the largest share. */
function largestBelow(shares: Float32Array, columns: number, reach: number): Float32Array {
  const largest = new Float32Array(shares.length);
  for (let i = 0; i < shares.length; i++) {
    if (shares[i] === 0) continue;
    for (let at = i; at >= 0 && at >= i - reach * columns; at -= columns)
      largest[at] = Math.max(largest[at], shares[i]);
  }
  return largest;
}

/** Logarithm of light below what lies above: skin above a brow, hair within a fringe. */
function darkness({ target, columns }: Grid, cell: number): number {
  const near = Math.max(1, Math.round(compared.from * columns));
  const far = Math.max(1, Math.round(compared.to * columns));
  let [sum, count] = [0, 0];
  for (let at = cell - near * columns; at >= 0 && at >= cell - far * columns; at -= columns, count++)
    sum += Math.log(1 + sumAt(target, 3 * at));
  return count > 0 ? sum / count - Math.log(1 + sumAt(target, 3 * cell)) : 0;
}
