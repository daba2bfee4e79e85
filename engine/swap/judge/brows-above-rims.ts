import type { Grid } from '#engine/swap/geometry/grid/grid';
import { mean, median, mix, ramp } from '#engine/swap/ops/curves';
import { darkerHalf, darkRim, insideRim, shine } from './rims';

/** Of the net: less is no rim. */
const edge = 0.15;
/** Share of the rims' darkness that the darkest cell of a column has at least, or it shows no rim: thin ones are blurred. */
const leastDark = 0.5;
/** Share of the darkness of that cell. Hairs of a black brow, as blurred as cells, reach two thirds. */
const asDark = { from: 0.65, all: 0.85 };
/** Cells above the edge of a rim: the last is partly the rim. */
const above = { from: 0.2, all: 1 };
/** Of the zone, which reaches to the next landmarks. */
const brow = { from: 0.1, all: 0.35 };
/** Share of the grid's width on each side in which rims that reflect may show their edge. */
const reach = 0.03;
/** Share of the grid's width above the edge of the neighbours: more is a tuft of hair. */
const tuft = { from: 0.01, all: 0.02 };
/** Share of the columns with a brow that show the edge: less is no rim. */
const shown = { from: 0.5, all: 0.7 };

/**
 * The net marks rims with a wide margin, in which brows that touch dark glasses would stay below the new ones. What lies above
 * the dark edge of the rims is released.
 * @param rims cells, 0–1; changed
 * @param lenses cells, 0–1: dark ones are no rim
 */
export function uncoverBrows(rims: Float32Array, lenses: Float32Array, grid: Grid): void {
  const isRim = (i: number) => rims[i] > insideRim && lenses[i] < 0.5;
  const darkest = darkerHalf(lightsOf(grid, isRim));
  if (darkest === undefined) return;
  const cheeks = lightsOf(grid, (i) => rims[i] < edge && grid.cheekZone[i] > 0.5);
  if (cheeks.length === 0) return;
  const skin = mean(cheeks);
  const isDark = ramp(darkRim.from, darkRim.all, darkest - skin);
  if (isDark === 0) return;
  const found = new Map<number, number>();
  const columns: number[] = [];
  for (let column = 0; column < grid.columns; column++) {
    const rows = rowsWithBrow(column, rims, grid);
    if (!rows) continue;
    columns.push(column);
    const own = darkestOf(column, rows, isRim, grid);
    if (own <= mix(skin, darkest, leastDark)) found.set(column, topOfRim(column, rows, skin, own, grid));
  }
  const share = isDark * ramp(shown.from, shown.all, found.size / columns.length);
  if (share === 0) return;
  for (const column of columns) release(rims, column, topAmong(found, column, grid.columns), share, grid);
}

/** @param top row of the edge of the rim */
function release(rims: Float32Array, column: number, top: number, share: number, grid: Grid): void {
  for (let row = 0, i = column; row < top; row++, i += grid.columns) {
    const released = ramp(above.from, above.all, top - row) * ramp(brow.from, brow.all, grid.targetBrows[i]);
    rims[i] *= 1 - share * released;
  }
}

/** Row, by the columns around; 0 if none shows the edge. @param found row by column */
function topAmong(found: ReadonlyMap<number, number>, column: number, columns: number): number {
  const most = Math.max(1, Math.round(reach * columns));
  const near: number[] = [];
  for (let other = column - most; other <= column + most; other++) {
    const top = found.get(other);
    if (top !== undefined) near.push(top);
  }
  if (near.length === 0) return 0;
  const usual = median(near);
  const own = Math.min(usual, found.get(column) ?? usual);
  return mix(own, usual, ramp(tuft.from, tuft.all, (usual - own) / columns));
}

interface Rows {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

/** The uppermost rows that the net takes for rims, if a brow lies there. */
function rowsWithBrow(column: number, rims: Float32Array, { targetBrows, columns, rows }: Grid): Rows | undefined {
  let hasBrow = false;
  let from: number | undefined;
  for (let row = 0, i = column; row <= rows; row++, i += columns) {
    if (row < rows && rims[i] >= edge) {
      from ??= row;
      hasBrow ||= targetBrows[i] > brow.from;
    } else if (from !== undefined) {
      if (hasBrow) return { from, to: row };
      from = undefined;
    }
  }
  return undefined;
}

function darkestOf(column: number, { from, to }: Rows, isRim: (cell: number) => boolean, grid: Grid): number {
  let darkest = Infinity;
  for (let row = from; row < to; row++) {
    const i = row * grid.columns + column;
    if (isRim(i)) darkest = Math.min(darkest, lightAt(grid, i));
  }
  return darkest;
}

/** With the share of a cell that is no rim. @param skin,darkest logarithms of light */
function topOfRim(column: number, { from, to }: Rows, skin: number, darkest: number, grid: Grid): number {
  let top = from;
  let rim = 0;
  for (let row = from; row < to && rim < 1; row++) {
    const light = lightAt(grid, row * grid.columns + column) - skin;
    rim = Math.max(rim, ramp(asDark.from, asDark.all, light / (darkest - skin)), ramp(shine.from, shine.all, light));
    top += 1 - rim;
  }
  return top;
}

/** Logarithm. */
const lightAt = ({ target }: Grid, i: number): number =>
  Math.log(target[3 * i] + target[3 * i + 1] + target[3 * i + 2] + 1);

function lightsOf(grid: Grid, isMeant: (cell: number) => boolean): number[] {
  const lights: number[] = [];
  for (let i = 0; i < grid.targetBrows.length; i++) if (isMeant(i)) lights.push(lightAt(grid, i));
  return lights;
}
