import { LANDMARK_COUNT, type Landmarks } from '#engine/types';
import { eyeOpenness, mouthOpenness } from '#engine/mesh/pose';
import { keepable, type Feature } from '#engine/swap/geometry/keepable';
import { zoneOverAtlas } from './atlas-layout';
import { mostOpenMouth, type PhotoAtlas } from './photo-atlas';

/** Means over a feature. A strand of hair smears; what a rim hides is completed from its surroundings. */
const minVisible = 0.83;
const minConfidence = 0.62;

const zones = Object.entries(keepable).map(([feature, vertices]) => {
  const weights = new Float32Array(LANDMARK_COUNT);
  for (const vertex of vertices) weights[vertex] = 1;
  return { feature: feature as Feature, weights };
});

/** Lids pulled open by more than skin moves. */
const leastOpenEye = 0.12;

/** Features that no photo shows, not even mirrored, or only in an expression that no other face can take on. */
export function unseenFeatures(photos: readonly PhotoAtlas[], shapes: readonly Landmarks[]): Feature[] {
  const { layout } = photos[0];
  const strained = new Set(
    (Object.keys(keepable) as Feature[]).filter((feature) => shapes.every((shape) => isStrained(feature, shape))),
  );
  const visible = bestOf(photos.map((photo) => photo.visible));
  const confidence = bestOf(photos.map((photo) => photo.confidence));
  return zones
    .map(({ feature, weights }) => ({ feature, weights: zoneOverAtlas(layout, weights) }))
    .filter(
      ({ feature, weights }) =>
        strained.has(feature) ||
        meanOver(weights, visible) < minVisible ||
        meanOver(weights, confidence) < minConfidence,
    )
    .map(({ feature }) => feature);
}

function isStrained(feature: Feature, shape: Landmarks): boolean {
  if (feature === 'mouth') return mouthOpenness(shape) > mostOpenMouth;
  if (feature !== 'leftEye' && feature !== 'rightEye') return false;
  // Both or none: two eyes of different people never match.
  const { left, right } = eyeOpenness(shape);
  return Math.min(left, right) < leastOpenEye;
}

/** The halves of an atlas mirror each other. */
function bestOf(planes: readonly Float32Array[]): Float32Array {
  const size = Math.sqrt(planes[0].length);
  const best = new Float32Array(planes[0].length);
  for (const plane of planes) {
    for (let i = 0; i < best.length; i++) {
      const mirrored = i - (i % size) + size - 1 - (i % size);
      best[i] = Math.max(best[i], plane[i], plane[mirrored]);
    }
  }
  return best;
}

function meanOver(weights: Float32Array, values: Float32Array): number {
  let [sum, mass] = [0, 1e-6];
  for (let i = 0; i < weights.length; i++) {
    sum += weights[i] * values[i];
    mass += weights[i];
  }
  return sum / mass;
}
