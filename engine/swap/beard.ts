import type { Image } from '../types';
import type { Canvas } from './canvas';
import type { Grid } from './grid';
import { boxBlur } from './ops/box-blur';
import { median, ramp } from './ops/curves';
import type { Workspace } from './ops/workspace';

/** From so much of chin and jaw on where texture is surely hair, fainter texture there is hair, too. */
const wholeBeard = { from: 0.15, all: 0.35 };

/**
 * Where the target has a beard: fine texture on chin and jaw that its own cheeks do not have. Half a beard under a new
 * face looks worse than the old beard under new eyes, so beards stay.
 *
 * @returns cells, 0–1.
 */
export function findBeard(image: Image, canvas: Canvas, grid: Grid, workspace: Workspace): Float32Array {
  const { columns, rows } = grid;
  const beard = workspace.floats('occlusion.beard', columns * rows);
  const cheeks: number[] = [];
  for (let i = 0; i < beard.length; i++) {
    const looked = grid.beardZone[i] > 0 || grid.cheekZone[i] > 0.5;
    beard[i] = looked ? cellTexture(image, canvas, i) : 0;
    if (grid.cheekZone[i] > 0.5) cheeks.push(beard[i]);
  }
  if (cheeks.length === 0) return beard.fill(0);
  const smooth = median(cheeks);
  boxBlur(beard, columns, rows, Math.max(1, Math.round(0.02 * columns)));
  const zone = (i: number) => Math.min(1, grid.beardZone[i]);
  const sure = (i: number) => zone(i) * ramp(2.5 * smooth + 0.028, 3.5 * smooth + 0.045, beard[i]);
  const whole = ramp(wholeBeard.from, wholeBeard.all, shareOf(beard.length, zone, sure));
  for (let i = 0; i < beard.length; i++) {
    const likely = zone(i) * ramp(1.3 * smooth + 0.01, 1.8 * smooth + 0.022, beard[i]);
    beard[i] = Math.max(sure(i), whole * likely);
  }
  return beard;
}

/** How much of a zone's cells something is found in. */
function shareOf(cells: number, zone: (cell: number) => number, found: (cell: number) => number): number {
  let [sum, mass] = [0, 0];
  for (let i = 0; i < cells; i++) {
    sum += found(i);
    mass += zone(i);
  }
  return sum / (mass + 1e-6);
}

/** Mean difference between neighbouring pixels of a cell, as a share of its light. */
function cellTexture(image: Image, { region, cell, columns }: Canvas, index: number): number {
  const column = index % columns;
  const left = region.x + column * cell;
  const top = region.y + ((index - column) / columns) * cell;
  const right = Math.min(region.x + region.width, left + cell, image.width - 1);
  const bottom = Math.min(region.y + region.height, top + cell, image.height - 1);
  let difference = 0;
  let light = 0;
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = 3 * (y * image.width + x) + 1;
      const here = image.data[at];
      difference += Math.abs(here - image.data[at + 3]) + Math.abs(here - image.data[at + 3 * image.width]);
      light += here;
      count++;
    }
  }
  return count === 0 ? 0 : difference / (2 * light + 40 * count);
}
