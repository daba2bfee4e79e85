import { boxBlur } from '#engine/swap/ops/box-blur';
import { ramp } from '#engine/swap/ops/curves';
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
  const reach = Math.round(hairAbove * columns);
  return darkness(grid).map((dark, i) => {
    let near = 0;
    for (let at = i; at <= i + reach * columns && at < brows.length; at += columns) near = Math.max(near, brows[at]);
    return ramp(hairEdge.from, hairEdge.all, near) * ramp(hair.from, hair.all, dark);
  });
}

/** Logarithm of light below what lies above: skin above a brow, hair within a fringe. */
function darkness({ target, columns, rows }: Grid): Float32Array {
  const light = Float32Array.from({ length: columns * rows }, (_, i) =>
    Math.log(1 + target[3 * i] + target[3 * i + 1] + target[3 * i + 2]),
  );
  const [near, far] = [compared.from, compared.to].map((share) => Math.max(1, Math.round(share * columns)));
  return light.map((value, i) => {
    let [sum, count] = [0, 0];
    for (let at = i - near * columns; at >= 0 && at >= i - far * columns; at -= columns, count++) sum += light[at];
    return count > 0 ? sum / count - value : 0;
  });
}
