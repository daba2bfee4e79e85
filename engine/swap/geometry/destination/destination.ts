import { LANDMARK_COUNT, type Landmarks } from '#engine/types';
import { rigidVertices } from '#engine/mesh/canonical-mesh';
import { eyeDistance, mouthOpennessInDepth } from '#engine/mesh/pose';
import { applySimilarity, fitSimilarity } from '#engine/mesh/similarity';
import { neighbours, oval, stepsFromOval } from '#engine/mesh/topology';
import { featureVertices, moveFeatures } from './features';
import { keptZone, type KeptFeatures } from '#engine/swap/geometry/keepable';
import { lowerJaw } from './lower-jaw';
import { matchMouth } from './mouth-expression';
import { shiftBetween } from './shift';
import { unfold, unfoldTarget } from './unfold';

/** In eye distances. */
const maxShift = 0.16;

/**
 * Shifted towards the source's proportions, except the outline: the head around it is not painted.
 * @param landmarks,source of the target, after `lowerJaw`, and of the source, pixels of each picture.
 * @param kept features that stay in place; lips stay below a moustache that stays
 * @returns the target's pixels, with its depths.
 */
export function destinationMesh(
  landmarks: Landmarks,
  source: Landmarks,
  kept: KeptFeatures & { readonly moustache?: number } = {},
): Landmarks {
  const turned = applySimilarity(fitSimilarity(source, landmarks, rigidVertices), source);
  const posed = lowerJaw(matchMouth(landmarks, turned), mouthOpennessInDepth(landmarks));
  const target = unfoldTarget(landmarks, posed);
  const shift = shiftBetween(target, posed);
  moveFeatures(shift, target);
  stay(shift, kept);
  pinOutline(shift);
  for (let pass = 0; pass < 2; pass++) smooth(shift);
  unfold(shift, target);
  return displace(landmarks, target, shift);
}

function stay(shift: Float32Array, { moustache = 0, ...kept }: KeptFeatures & { moustache?: number }): void {
  keptZone({ ...kept, mouth: Math.max(moustache, kept.mouth ?? 0) }, 0).forEach((share, vertex) => {
    shift[2 * vertex] *= 1 - share;
    shift[2 * vertex + 1] *= 1 - share;
  });
}

function pinOutline(shift: Float32Array): void {
  for (const vertex of oval) shift[2 * vertex] = shift[2 * vertex + 1] = 0;
}

/** Half a Laplacian step, except outline and features. */
function smooth(shift: Float32Array): void {
  const before = shift.slice();
  for (let vertex = 0; vertex < LANDMARK_COUNT; vertex++) {
    const around = neighbours[vertex];
    if (stepsFromOval[vertex] === 0 || featureVertices.has(vertex) || around.size === 0) continue;
    for (let axis = 0; axis < 2; axis++) {
      let sum = 0;
      for (const other of around) sum += before[2 * other + axis];
      shift[2 * vertex + axis] = 0.5 * before[2 * vertex + axis] + (0.5 * sum) / around.size;
    }
  }
}

/** @param shift of `target`; bounded as seen from `landmarks` */
function displace(landmarks: Landmarks, target: Landmarks, shift: Float32Array): Landmarks {
  const limit = maxShift * eyeDistance(landmarks);
  const placed = landmarks.slice();
  for (let vertex = 0; vertex < LANDMARK_COUNT; vertex++) {
    const x = target[3 * vertex] - landmarks[3 * vertex] + shift[2 * vertex];
    const y = target[3 * vertex + 1] - landmarks[3 * vertex + 1] + shift[2 * vertex + 1];
    const shorten = Math.min(1, limit / (Math.hypot(x, y) + 1e-9));
    placed[3 * vertex] += x * shorten;
    placed[3 * vertex + 1] += y * shorten;
  }
  return placed;
}
