import { eyeDistance } from '#engine/mesh/pose';
import type { Landmarks } from '#engine/types';
import { centroidOf, applyMotion, applyInverseMotion, motionBetween, noMotion, type Motion } from './motion';

/** Frames either side. */
const RADIUS = 3;
/** Frames. */
const TIME_SIGMA = 2.5;
/** Eye distances. */
const SHAPE_SIGMA = 0.02;
const MOTION_SIGMA = 0.008;

/** Linear and cubic (Savitzky and Golay, 1964): weights at distance 1, 2, 3; share of the prediction. */
const smoothers = [
  { weights: [1 / 2], share: 2 / 3 },
  { weights: [4 / 6, -1 / 6], share: 18 / 35 },
  { weights: [6 / 14, 3 / 14, -2 / 14], share: 14 / 21 },
];

interface Track {
  readonly length: number;
  at(frame: number): Landmarks | undefined;
}

interface Neighbour {
  readonly motion: Motion;
  readonly shape: Landmarks;
}

/**
 * Without lag: heads swing, the shape changes little.
 * @param track consecutive frames
 */
export function smoothLandmarks(track: Track, frame: number): Landmarks {
  const here = track.at(frame)!;
  const centre = centroidOf(here);
  const neighbours = (direction: 1 | -1): Neighbour[] => {
    const found: Neighbour[] = [];
    for (let offset = 1; offset <= RADIUS; offset++) {
      const at = frame + direction * offset;
      const face = at >= 0 && at < track.length ? track.at(at)! : undefined;
      if (!face) break;
      const motion = motionBetween(here, face);
      found.push({ motion, shape: applyInverseMotion(face, motion, centre) });
    }
    return found;
  };
  const [before, after] = [neighbours(-1), neighbours(1)];
  const eyes = eyeDistance(here);
  return applyMotion(smoothShape(here, before, after, eyes), smoothMotion(before, after, eyes), centre);
}

function smoothMotion(before: readonly Neighbour[], after: readonly Neighbour[], eyes: number): Motion {
  let smoothed = noMotion;
  for (const { weights, share } of smoothers) {
    if (weights.length > Math.min(before.length, after.length)) break;
    const predicted = noMotion.map((_, k) =>
      weights.reduce((sum, weight, i) => sum + weight * (before[i].motion[k] + after[i].motion[k]), 0),
    );
    const candidate = mix(noMotion, predicted, share);
    const [turnX, turnY, shiftX, shiftY] = candidate.map((value, k) => value - smoothed[k]);
    const off = Math.hypot(turnX * eyes, turnY * eyes, shiftX, shiftY) / eyes;
    smoothed = mix(smoothed, candidate, gaussian(off / MOTION_SIGMA));
  }
  return smoothed;
}

function mix(from: readonly number[], to: readonly number[], share: number): Motion {
  const [turnX, turnY, shiftX, shiftY] = from.map((value, k) => value + share * (to[k] - value));
  return [turnX, turnY, shiftX, shiftY];
}

/**
 * Pairs at equal distance predict each point at constant velocity, averaged by distance in time and deviation
 * (bilateral filter; Tomasi and Manduchi, 1998): blinks and speech remain.
 */
function smoothShape(
  here: Landmarks,
  before: readonly Neighbour[],
  after: readonly Neighbour[],
  eyes: number,
): Landmarks {
  const sum = here.slice();
  const total = new Float32Array(here.length / 3).fill(1);
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const early = (before[i] ?? after[i]).shape;
    const late = (after[i] ?? before[i]).shape;
    const timeWeight = (early === late ? 1 : 2) * gaussian((i + 1) / TIME_SIGMA);
    addPair(sum, total, here, early, late, timeWeight, SHAPE_SIGMA * eyes);
  }
  return sum.map((value, i) => value / total[Math.floor(i / 3)]);
}

function addPair(
  sum: Landmarks,
  total: Float32Array,
  here: Landmarks,
  early: Landmarks,
  late: Landmarks,
  timeWeight: number,
  noise: number,
): void {
  for (let point = 0, i = 0; i < here.length; point++, i += 3) {
    const x = 0.5 * (early[i] + late[i]);
    const y = 0.5 * (early[i + 1] + late[i + 1]);
    const weight = timeWeight * gaussian(Math.sqrt((x - here[i]) ** 2 + (y - here[i + 1]) ** 2) / noise);
    total[point] += weight;
    sum[i] += weight * x;
    sum[i + 1] += weight * y;
    sum[i + 2] += weight * 0.5 * (early[i + 2] + late[i + 2]);
  }
}

const gaussian = (deviations: number): number => Math.exp(-0.5 * deviations ** 2);
