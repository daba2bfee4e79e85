import type { Grid } from '#engine/swap/geometry/grid';
import { median, mix, ramp } from '#engine/swap/ops/curves';

/** Of the net: less is no rim. */
const edge = 0.15;
/** Of the net, for cells that are no edge. */
const inside = 0.7;
/** Of rims, logarithm of their light over that of the cheeks: paler ones cannot be told from shadows. */
const darkRim = { from: -0.9, all: -1.5 };
/** Share of the rims' darkness that the darkest cell of a column has at least, or it shows no rim: thin ones are blurred. */
const leastDark = 0.5;
/** Share of the darkness of that cell. Hairs of a black brow reach two thirds. */
const asDark = 0.75;
/** Cells above the edge of a rim: the last is partly the rim. */
const above = { from: 0.2, all: 1 };
/** Of the zone, which reaches to the next landmarks. */
const brow = { from: 0.1, all: 0.35 };
/** Columns on each side in which rims that reflect may show their edge. */
const reach = 3;
/** Cells above the edge of the neighbours: more is a tuft of hair. */
const tuft = 1.5;
/** Share of the columns with a brow that show the edge: less is no rim. */
const leastShown = 0.6;

/**
 * The net marks rims with a wide margin, in which brows that touch dark glasses would stay below the new ones. What lies above
 * the dark edge of the rims is released.
 * @param rims cells, 0–1; changed
 */
export function uncoverBrows(rims: Float32Array, grid: Grid): void {
  const ofCheeks = meanLight(grid, (i) => rims[i] < edge && grid.cheekZone[i] > 0.5);
  const ofRims = meanLight(grid, (i) => rims[i] > inside);
  if (ofCheeks === undefined || ofRims === undefined) return;
  // The other parts of rims shine.
  const darkest = meanLight(grid, (i) => rims[i] > inside && lightAt(grid, i) <= ofRims) ?? ofRims;
  const share = ramp(darkRim.from, darkRim.all, darkest - ofCheeks);
  if (share === 0) return;
  const tops = topsOfRims(rims, ofCheeks, mix(ofCheeks, darkest, leastDark), grid);
  for (const [column, top] of tops) {
    for (let row = 0, i = column; row < top; row++, i += grid.columns) {
      const released = ramp(above.from, above.all, top - row) * ramp(brow.from, brow.all, grid.targetBrows[i]);
      rims[i] *= 1 - share * released;
    }
  }
}

/** Row by column, of columns in which a brow lies below the net's rims. */
function topsOfRims(rims: Float32Array, skin: number, dark: number, grid: Grid): Map<number, number> {
  const found = new Map<number, number>();
  const columns: number[] = [];
  for (let column = 0; column < grid.columns; column++) {
    const rows = rowsWithBrow(column, rims, grid);
    if (!rows) continue;
    columns.push(column);
    const darkest = darkestOf(column, rows, grid);
    if (darkest <= dark) found.set(column, firstDarkRow(column, rows, mix(skin, darkest, asDark), grid));
  }
  const tops = new Map<number, number>();
  if (found.size < leastShown * columns.length) return tops;
  for (const column of columns) {
    const near = [...found].filter(([other]) => Math.abs(other - column) <= reach).map(([, top]) => top);
    if (near.length === 0) continue;
    const usual = median(near);
    const own = found.get(column) ?? usual;
    tops.set(column, usual - own < tuft ? Math.min(usual, own) : usual);
  }
  return tops;
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
  for (let row = 0, i = column; row < rows; row++, i += columns) {
    if (rims[i] >= edge) {
      from ??= row;
      hasBrow ||= targetBrows[i] > brow.from;
    } else if (from !== undefined) {
      if (hasBrow) return { from, to: row };
      from = undefined;
    }
  }
  return undefined;
}

function darkestOf(column: number, { from, to }: Rows, grid: Grid): number {
  let darkest = Infinity;
  for (let row = from; row < to; row++) darkest = Math.min(darkest, lightAt(grid, row * grid.columns + column));
  return darkest;
}

/** With the share of a cell that is less dark. */
function firstDarkRow(column: number, { from, to }: Rows, dark: number, grid: Grid): number {
  let before = Infinity;
  for (let row = from; row < to; row++) {
    const light = lightAt(grid, row * grid.columns + column);
    if (light <= dark) return before === Infinity ? row : row - (dark - light) / (before - light);
    before = light;
  }
  return to;
}

/** Logarithm. */
const lightAt = ({ target }: Grid, i: number): number =>
  Math.log(target[3 * i] + target[3 * i + 1] + target[3 * i + 2] + 1);

function meanLight(grid: Grid, isMeant: (cell: number) => boolean): number | undefined {
  let [sum, count] = [0, 0];
  for (let i = 0; i < grid.targetBrows.length; i++) {
    if (!isMeant(i)) continue;
    sum += lightAt(grid, i);
    count++;
  }
  return count === 0 ? undefined : sum / count;
}
