import type { Grid } from './grid';
import { boxBlur } from './ops/box-blur';
import { clamp, mix } from './ops/curves';
import type { Workspace } from './ops/workspace';
import type { Tone } from './tone';

/** Share of an eye's cells, the brightest, that are taken for its white. */
const whiteShare = 0.25;
const fewestCells = 8;
/** Not all the way: how bright eyes look against the skin is part of a person. */
const strength = 0.6;
/** Marks cells whose hue is kept however dark they are: an iris is no shaded skin. */
export const eyeHue = 5;

/**
 * The white of an eye follows the light but not the skin: scaled like skin it burns out when a dark face goes on a
 * pale one and turns grey the other way. Within the eyes the tone becomes the plain ratio of the two faces' whites.
 */
export function matchEyes(grid: Grid, tone: Tone, workspace: Workspace): void {
  for (const eye of [1, 2]) matchEye(eye, grid, tone, workspace);
}

function matchEye(eye: number, grid: Grid, tone: Tone, workspace: Workspace): void {
  const soft = workspace.floats('eyes.soft', grid.eyes.length);
  const cells: number[] = [];
  for (let i = 0; i < soft.length; i++) {
    soft[i] = grid.eyes[i] === eye ? 1 : 0;
    if (soft[i] === 1) cells.push(i);
  }
  if (cells.length < fewestCells) return;
  const here = whiteOf(grid.warped, cells);
  const there = whiteOf(grid.target, cells);
  const light = clamp((sum(there) + 12) / (sum(here) + 12), 0.4, 2.2);
  const ratio = there.map((value, k) => light * clamp((value + 4) / (here[k] + 4) / light, 0.7, 1.4));
  boxBlur(soft, grid.columns, grid.rows, 1);
  for (let i = 0; i < soft.length; i++) {
    const weight = strength * soft[i];
    if (weight === 0) continue;
    for (let k = 0; k < 3; k++) {
      const j = 3 * i + k;
      tone.base[j] = mix(tone.base[j], tone.low[j] * ratio[k], weight);
      tone.gain[j] = mix(tone.gain[j], ratio[k], weight);
    }
    tone.shine[i] = mix(tone.shine[i], 1, weight);
    if (grid.eyes[i] === eye) tone.hue[i] = eyeHue;
  }
}

const sum = (rgb: readonly number[]): number => rgb[0] + rgb[1] + rgb[2];

/** Mean colour of the brightest cells. */
function whiteOf(rgb: Float32Array, cells: readonly number[]): [number, number, number] {
  const light = (i: number) => rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2];
  const brightest = [...cells].sort((a, b) => light(b) - light(a)).slice(0, Math.ceil(whiteShare * cells.length));
  const mean = (k: number) => brightest.reduce((sum, i) => sum + rgb[3 * i + k], 0) / brightest.length;
  return [mean(0), mean(1), mean(2)];
}
