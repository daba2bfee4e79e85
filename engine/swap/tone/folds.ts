import type { Landmarks } from '#engine/types';
import { distanceInDepth, mouthOpennessInDepth } from '#engine/mesh/pose';
import { leftEyeCorners, mouthCorners, rightEyeCorners } from '#engine/mesh/topology';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import { allocate, floatsAt, kernels } from '#engine/kernels/memory';
import { mix, ramp } from '#engine/swap/ops/curves';
import { changeInPlace, type Tone } from './tone';

/** Eye distances: how much wider the source smiles. */
const wider = { from: 0.05, all: 0.16 };
const moreOpen = { from: 0.15, all: 0.4 };
const strength = 0.7;
/** Of the strength, where the source has a beard: a paler one is grey haze. */
const onBeard = 0.5;
const bearded = 0.3;

/** A laugh folds the cheeks; on a calm mouth its folds are scars. */
export function easeFolds(grid: Grid, tone: Tone, source: Landmarks, target: Landmarks): void {
  const share = strength * laughsMoreBy(source, target);
  if (share === 0) return;
  const least = 1 - share;
  const { folds, beard } = grid;
  changeInPlace(tone.gain, (gain) => {
    const skin = allocate(folds.byteLength);
    floatsAt(skin, folds.length).set(folds.map((fold, i) => fold * mix(1, onBeard, ramp(0, bearded, beard[i]))));
    kernels().scaleByShare(gain, skin, folds.length, 1, least, least, least);
  });
}

/** 0–1: how much more `face` laughs than `other`, also of turned heads. */
export function laughsMoreBy(face: Landmarks, other: Landmarks): number {
  return Math.max(
    ramp(wider.from, wider.all, mouthWidth(face) - mouthWidth(other)),
    ramp(moreOpen.from, moreOpen.all, mouthOpennessInDepth(face) - mouthOpennessInDepth(other)),
  );
}

/** Over the distance between the outer corners of the eyes. */
function mouthWidth(landmarks: Landmarks): number {
  const eyes = distanceInDepth(landmarks, leftEyeCorners.outer, rightEyeCorners.outer);
  return distanceInDepth(landmarks, mouthCorners.left, mouthCorners.right) / (eyes + 1e-6);
}
