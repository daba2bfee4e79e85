import type { Landmarks } from '#engine/types';
import { mouthOpennessInDepth } from '#engine/mesh/pose';
import { triangles } from '#engine/mesh/topology';
import { toCells, type Canvas } from '#engine/swap/geometry/canvas';
import { triangleGradients, valueAt } from '#engine/swap/geometry/gradients';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import { uncovered } from '#engine/swap/geometry/raster';
import type { Deformation } from '#engine/swap/geometry/warp-map';
import type { Mask } from '#engine/swap/judge/mask';
import { bilinear } from '#engine/swap/ops/bilinear';
import { boxBlur, tripleBoxBlur } from '#engine/swap/ops/box-blur';
import { clamp, ramp } from '#engine/swap/ops/curves';
import { logLightAt } from '#engine/swap/ops/light';
import { laughsMoreBy } from './folds';
import type { Tone } from './tone';

/** Share of the grid's width: a fold is narrower, the round of a cheek is wider. */
const radius = 0.03;
const strength = 1.1;
/** Openness of the mouth: closed lips fold the cheeks little, and what is seen there is make-up and light. */
const laughing = { from: 0.03, all: 0.12 };
/** Of light, as a logarithm: deeper is no fold. */
const deepest = 0.35;
/** Of the zone of eyes, brows and lips, which reaches to the next landmarks. */
const besideFeatures = { from: 0.5, to: 0.1 };
/** Light between skin and skin is red: of a fold's depth, by channel. */
const depths = [0.85, 1.05, 1.15] as const;

/**
 * A mouth that laughs more than the source's gets the folds that the target's cheeks have: without them it laughs in a
 * calm face.
 * @param source landmarks of the source
 */
export function keepFolds(
  grid: Grid,
  mask: Mask,
  tone: Tone,
  canvas: Canvas,
  deformation: Deformation,
  source: Landmarks,
): void {
  const open = ramp(laughing.from, laughing.all, mouthOpennessInDepth(deformation.target));
  const share = strength * open * laughsMoreBy(deformation.target, source);
  if (share === 0) return;
  const { ids, columns, rows, laughLines, anyPigmented, beard } = grid;
  const detail = foldsOf(grid, mask);
  const { across, down } = towardsTarget(deformation, canvas);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const id = ids[i];
      if (id === uncovered || laughLines[i] === 0) continue;
      const x = valueAt(across, id, column, row) - 0.5;
      const y = valueAt(down, id, column, row) - 0.5;
      const skin = ramp(besideFeatures.from, besideFeatures.to, anyPigmented[i]) * (1 - beard[i]);
      const depth = share * laughLines[i] * skin * bilinear(detail, columns, rows, x, y);
      for (let k = 0; k < 3; k++) tone.base[3 * i + k] *= Math.exp(depth < 0 ? depths[k] * depth : depth);
    }
  }
}

/** Cells: logarithm of the target's light over that around; 0 where no skin is seen. */
function foldsOf({ target, columns, rows, anyPigmented }: Grid, { skin }: Mask): Float32Array {
  const [weights, light, slow] = [0, 1, 2].map(() => new Float32Array(skin.length));
  for (let i = 0; i < weights.length; i++) {
    const weight = skin[i] * ramp(besideFeatures.from, besideFeatures.to, anyPigmented[i]);
    if (weight === 0) continue;
    weights[i] = weight;
    light[i] = logLightAt(target, 3 * i);
    slow[i] = weights[i] * light[i];
  }
  const reach = Math.max(1, Math.round(radius * columns));
  const mass = weights.slice();
  tripleBoxBlur(slow, columns, rows, reach);
  tripleBoxBlur(mass, columns, rows, reach);
  const detail = weights.slice();
  for (let i = 0; i < detail.length; i++)
    detail[i] *= clamp(light[i] - slow[i] / Math.max(mass[i], 1e-3), -deepest, deepest);
  boxBlur(detail, columns, rows, 1); // moles are a cell or two wide
  return detail;
}

/** Affine, by triangle: from cells of the new face to those of the target. */
function towardsTarget({ target, destination }: Deformation, canvas: Canvas) {
  const cells = toCells(target, canvas);
  const across = new Float64Array(3 * triangles.count);
  const down = new Float64Array(3 * triangles.count);
  triangleGradients(destination, canvas.region, canvas.cell, cells, 3, 0, across);
  triangleGradients(destination, canvas.region, canvas.cell, cells, 3, 1, down);
  return { across, down };
}
