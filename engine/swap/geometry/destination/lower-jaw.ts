import type { Landmarks } from '#engine/types';
import { canonicalVertices, meshVertexCount } from '#engine/mesh/canonical-mesh';
import { fitHead, mouthOpennessInDepth } from '#engine/mesh/pose';
import { applySimilarity } from '#engine/mesh/similarity';
import { lips, mouthCorners } from '#engine/mesh/topology';
import { ramp } from '#engine/swap/ops/curves';

/** Openness of the mouth. Below 0.35, as in speech, the landmarks of the chin keep up with it. */
const wide = { from: 0.35, all: 0.6 };
/** Over the distance by which the lips part: 0.36 in both photographs of wide open mouths (decision 51). */
const missing = 0.36;
const [upperLip, lowerLip, belowLip] = [13, 14, 18];

/** Centimetres on the canonical mesh, from the middle: a jaw turns on its hinges, its sides hardly move. */
const beside = { from: 6.5, all: 4.5 };

/** Per landmark, 0–1: skin from the height of the mouth's corners downwards. */
const jaw = shareOfJaw();

function shareOfJaw(): Float32Array {
  const lipSet = new Set(lips);
  const heightOf = (vertex: number) => canonicalVertices[3 * vertex + 1];
  const [from, all] = [heightOf(mouthCorners.left), heightOf(belowLip)];
  return Float32Array.from({ length: meshVertexCount }, (_, vertex) => {
    const across = Math.abs(canonicalVertices[3 * vertex]);
    return lipSet.has(vertex) ? 0 : ramp(from, all, heightOf(vertex)) * ramp(beside.from, beside.all, across);
  });
}

/**
 * Landmarks of a wide open mouth leave the chin behind: skin below the lower lip lies on the lip or above it, where the
 * new lip would end in a hard edge and the new chin would be missing. The skin of the jaw moves down, lips stay.
 * @param openness of the mouth whose expression it is
 */
export function lowerJaw(landmarks: Landmarks, openness = mouthOpennessInDepth(landmarks)): Landmarks {
  const share = missing * ramp(wide.from, wide.all, openness);
  if (share === 0) return landmarks;
  const calm = applySimilarity(fitHead(landmarks), canonicalVertices);
  const lowered = landmarks.slice();
  for (let axis = 0; axis < 3; axis++) {
    const gap = (points: Float32Array) => points[3 * lowerLip + axis] - points[3 * upperLip + axis];
    const parting = gap(landmarks) - gap(calm);
    for (let vertex = 0; vertex < meshVertexCount; vertex++)
      lowered[3 * vertex + axis] += share * jaw[vertex] * parting;
  }
  return lowered;
}
