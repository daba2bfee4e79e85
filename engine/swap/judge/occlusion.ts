import type { Grid } from '#engine/swap/geometry/grid';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, ramp } from '#engine/swap/ops/curves';
import { close } from '#engine/swap/ops/morphology';
import { floats, type Workspace } from '#engine/swap/ops/workspace';

const buffers = { own: floats(), cover: floats(), lips: floats() };

/** Share of the grid's width: an eye in its socket or laughing lips. */
const thickestFeature = 0.13;

/**
 * Of another colour than skin and thicker than any feature, such as a microphone.
 * @param bare cells, skin probability.
 * @param beard cells, 0–1.
 * @returns cells, 1 where covered.
 */
export function findOccluders(grid: Grid, bare: Float32Array, beard: Float32Array, workspace: Workspace): Float32Array {
  const { columns, rows } = grid;
  const own = workspace.view(buffers.own, bare.length);
  const cover = workspace.view(buffers.cover, bare.length);
  const lips = lipLikeness(grid, bare, workspace);
  for (let i = 0; i < own.length; i++) {
    own[i] = grid.covered[i] === 0 ? 1 : Math.max(bare[i], lips[i], ramp(0.1, 0.3, beard[i]));
  }
  const radius = Math.round(0.5 * thickestFeature * columns);
  close(own, columns, rows, radius, cover);
  for (let i = 0; i < cover.length; i++) cover[i] = ramp(0.7, 0.3, cover[i]);
  // Includes rounded ends, which the square kernel misses.
  boxBlur(cover, columns, rows, Math.max(1, Math.round(0.6 * radius)));
  for (let i = 0; i < cover.length; i++) cover[i] = (1 - own[i]) * ramp(0.02, 0.2, cover[i]);
  return cover;
}

/** As red as skin and not much darker; or the open mouth. */
function lipLikeness(grid: Grid, bare: Float32Array, workspace: Workspace): Float32Array {
  const likeness = workspace.view(buffers.lips, bare.length);
  const skin = meanColour(grid.target, (i) => (grid.cheekZone[i] > 0.5 ? bare[i] : 0));
  let found = 0;
  let area = 0;
  for (let i = 0; i < likeness.length; i++) {
    const zone = isMouth(grid, i) ? 0 : clamp(grid.lips[i], 0, 1);
    area += zone;
    likeness[i] = zone === 0 ? 0 : zone * redAsSkin(grid.target, i, skin) * lightAsSkin(grid.target, i, skin);
    found += likeness[i];
  }
  const shown = ramp(0.3, 0.6, found / (area + 1));
  for (let i = 0; i < likeness.length; i++) if (isMouth(grid, i)) likeness[i] = shown;
  return likeness;
}

const isMouth = (grid: Grid, cell: number): boolean => grid.kept[cell] > 0 && grid.lids[cell] < 0.5;

const redAsSkin = (rgb: Colours, cell: number, skin: Colours): number =>
  ramp(-0.06, -0.02, rednessAt(rgb, 3 * cell) - rednessAt(skin, 0));

const lightAsSkin = (rgb: Colours, cell: number, skin: Colours): number =>
  ramp(0.3, 0.45, lightAt(rgb, 3 * cell) / lightAt(skin, 0));

type Colours = ArrayLike<number>;

const rednessAt = (rgb: Colours, at: number): number => (rgb[at] - rgb[at + 1]) / lightAt(rgb, at);

const lightAt = (rgb: Colours, at: number): number => rgb[at] + rgb[at + 1] + rgb[at + 2] + 20;

function meanColour(rgb: Float32Array, weightOf: (cell: number) => number): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0];
  let mass = 1e-6;
  for (let i = 0; 3 * i < rgb.length; i++) {
    const weight = weightOf(i);
    mass += weight;
    for (let k = 0; k < 3; k++) sums[k] += weight * rgb[3 * i + k];
  }
  return [sums[0] / mass, sums[1] / mass, sums[2] / mass];
}
