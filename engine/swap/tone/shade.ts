import type { Grid } from '#engine/swap/geometry/grid';
import type { Mask } from '#engine/swap/judge/mask';
import { withScratch, copyIn, floatsAt, kernels } from '#engine/kernels/memory';
import { gaussianBlur } from '#engine/swap/ops/box-blur';
import { clamp, ramp } from '#engine/swap/ops/curves';
import { floats, type Workspace } from '#engine/swap/ops/workspace';
import { applyToneToGrid, type Tone } from './tone';

const buffers = { toned: floats(), mass: floats(), excess: floats() };

/** Share of the grid's width. */
const radius = 0.018;
/** Log luminance. */
const allowance = 0.08;
const strength = 0.9;
const brighter = { from: 1.4, all: 2.2 };
/** Matte dark skin looks powdered. */
const darker = { from: 0.75, all: 0.45 };
const floor = 24;

/**
 * The source's shadows and shine stain paler skin; darker skin needs the target's shine. Runs between `relight` and
 * contrast.
 */
export function matchShade(grid: Grid, mask: Mask, tone: Tone, workspace: Workspace): void {
  const cells = mask.skin.length;
  const toned = workspace.view(buffers.toned, 3 * cells);
  const mass = workspace.view(buffers.mass, cells);
  const excess = workspace.view(buffers.excess, cells);
  applyToneToGrid(grid.warped, tone, toned);
  for (let i = 0; i < cells; i++) {
    mass[i] =
      grid.covered[i] *
        (1 - grid.kept[i]) *
        (1 - clamp(Math.max(grid.pigmented[i], grid.ownFeatures[i]), 0, 1)) *
        mask.skin[i] +
      1e-5;
  }
  luminanceDifference(toned, grid.target, mass, excess);
  const blurRadius = Math.max(1, Math.round(radius * grid.columns));
  gaussianBlur(mass, grid.columns, grid.rows, blurRadius);
  gaussianBlur(excess, grid.columns, grid.rows, blurRadius);
  for (let i = 0; i < cells; i++) {
    const off = excess[i] / mass[i];
    const beyond = Math.max(0, Math.abs(off) - allowance);
    if (beyond === 0) continue;
    const ratio = (light(tone.base, i) + 4) / (light(tone.low, i) + 4);
    const stained = ramp(brighter.from, brighter.all, ratio);
    const dull = off < 0 ? ramp(darker.from, darker.all, ratio) : 0;
    const confidence =
      strength * Math.max(stained, dull) * Math.min(1, mass[i] / 0.2) * (1 - Math.min(1, grid.pigmented[i]));
    if (confidence === 0) continue;
    const eased = Math.exp(-Math.sign(off) * confidence * beyond) - 1;
    for (let j = 3 * i; j < 3 * i + 3; j++) tone.base[j] += eased * Math.max(0, toned[j]);
  }
}

const light = (rgb: Float32Array, i: number): number => Math.max(0, rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]);

function luminanceDifference(
  toned: Float32Array,
  target: Float32Array,
  weights: Float32Array,
  excess: Float32Array,
): void {
  withScratch(() => {
    const [here, there, weighed, result] = [toned, target, weights, excess].map(copyIn);
    kernels().luminanceDifference(here, there, weighed, weights.length, floor, result);
    excess.set(floatsAt(result, excess.length));
  });
}
