import type { Landmarks } from '#engine/types';
import { eyeDistance, mouthOpenness } from '#engine/mesh/pose';
import { mouthCorners } from '#engine/mesh/topology';
import type { Grid } from '#engine/swap/geometry/grid';
import { clamp, ramp } from '#engine/swap/ops/curves';
import type { Tone } from './tone';

/** Eye distances: how much wider the source smiles. */
const wider = { from: 0.05, all: 0.16 };
const moreOpen = { from: 0.15, all: 0.4 };
const strength = 0.35;

/** A laugh folds the cheeks; on a calm mouth its folds are scars. */
export function easeFolds(grid: Grid, tone: Tone, source: Landmarks, target: Landmarks): void {
  const share =
    strength *
    Math.max(
      ramp(wider.from, wider.all, mouthWidth(source) - mouthWidth(target)),
      ramp(moreOpen.from, moreOpen.all, mouthOpenness(source) - mouthOpenness(target)),
    );
  if (share === 0) return;
  for (let i = 0; i < grid.folds.length; i++) {
    const factor = 1 - share * clamp(grid.folds[i], 0, 1);
    for (let j = 3 * i; j < 3 * i + 3; j++) tone.gain[j] *= factor;
  }
}

function mouthWidth(landmarks: Landmarks): number {
  const [left, right] = [3 * mouthCorners.left, 3 * mouthCorners.right];
  const width = Math.hypot(
    landmarks[left] - landmarks[right],
    landmarks[left + 1] - landmarks[right + 1],
    landmarks[left + 2] - landmarks[right + 2],
  );
  return width / eyeDistance(landmarks);
}
