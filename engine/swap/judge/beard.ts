import { allocate, withScratch, copyIn, floatsAt, kernels } from '#engine/kernels/memory';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Grid } from '#engine/swap/geometry/grid';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { median, ramp } from '#engine/swap/ops/curves';
import { bytes, floats, type Workspace } from '#engine/swap/ops/workspace';
import type { Pixels } from '#engine/swap/geometry/pixels';

const buffers = { beard: floats(), included: bytes() };

/** Shares of definite hair from which fainter texture counts. */
const fullBeard = { from: 0.15, all: 0.35 };

/**
 * Finer texture than on the cheeks. It stays: half a beard looks worse.
 * @returns cells, 0–1.
 */
export function findBeard(pixels: Pixels, canvas: Canvas, grid: Grid, workspace: Workspace): Float32Array {
  const { columns, rows } = grid;
  const beard = workspace.view(buffers.beard, columns * rows);
  const included = workspace.view(buffers.included, beard.length);
  for (let i = 0; i < beard.length; i++) included[i] = grid.beardZone[i] > 0 || grid.cheekZone[i] > 0.5 ? 1 : 0;
  measureTexture(pixels, canvas, included, beard);
  const cheeks: number[] = [];
  for (let i = 0; i < beard.length; i++) if (grid.cheekZone[i] > 0.5) cheeks.push(beard[i]);
  if (cheeks.length === 0) return beard.fill(0);
  const smooth = median(cheeks);
  boxBlur(beard, columns, rows, Math.max(1, Math.round(0.02 * columns)));
  const zone = (i: number) => Math.min(1, grid.beardZone[i]);
  const sure = (i: number) => zone(i) * ramp(2.5 * smooth + 0.028, 3.5 * smooth + 0.045, beard[i]);
  const whole = ramp(fullBeard.from, fullBeard.all, shareOf(beard.length, zone, sure));
  for (let i = 0; i < beard.length; i++) {
    if (zone(i) <= 0) {
      beard[i] = 0;
      continue;
    }
    const likely = zone(i) * ramp(1.3 * smooth + 0.01, 1.8 * smooth + 0.022, beard[i]);
    beard[i] = Math.max(sure(i), whole * likely);
  }
  return beard;
}

function shareOf(cells: number, zone: (cell: number) => number, found: (cell: number) => number): number {
  let [sum, mass] = [0, 0];
  for (let i = 0; i < cells; i++) {
    if (zone(i) <= 0) continue;
    sum += found(i);
    mass += zone(i);
  }
  return sum / (mass + 1e-6);
}

function measureTexture(
  { original, width, height }: Pixels,
  canvas: Canvas,
  included: Uint8Array,
  textures: Float32Array,
) {
  const { cell, columns, rows } = canvas;
  withScratch(() => {
    const result = allocate(textures.byteLength);
    kernels().cellTextures(original, width, height, cell, copyIn(included), columns, rows, result);
    textures.set(floatsAt(result, textures.length));
  });
}
