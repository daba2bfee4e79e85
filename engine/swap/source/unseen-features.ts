import { LANDMARK_COUNT, type Landmarks } from '#engine/types';
import { eyeOpenness, mouthOpenness } from '#engine/mesh/pose';
import { keepable, type Feature } from '#engine/swap/geometry/keepable';
import { boxOfZone, zoneOverAtlas, type AtlasLayout } from './atlas/atlas-layout';
import { mostOpenMouth, type PhotoAtlas } from './photo/photo-atlas';

/** Mean over a feature: a strand of hair smears. */
const minVisible = 0.83;
/** Means over a feature: the relief of a mean face completes the half of a brow that a rim hides, but no eye or mouth. */
const minConfidence = { leftBrow: 0.5, rightBrow: 0.5, leftEye: 0.62, rightEye: 0.62, mouth: 0.62 } as const;

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
  const visible = photos.map((photo) => photo.visible);
  const confidence = photos.map((photo) => photo.confidence);
  return zones
    .filter(
      ({ feature, weights }) =>
        strained.has(feature) ||
        bestOver(weights, visible, layout) < minVisible ||
        bestOver(weights, confidence, layout) < minConfidence[feature],
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

/** Mean over a zone of the best plane's better half: the halves of an atlas mirror each other. */
function bestOver(zone: Float32Array, planes: readonly Float32Array[], layout: AtlasLayout): number {
  const weights = zoneOverAtlas(layout, zone);
  const { x, y, width, height } = boxOfZone(layout, zone);
  let sum = 0;
  let mass = 1e-6;
  for (let row = y * layout.size; row < (y + height) * layout.size; row += layout.size) {
    for (let i = row + x, mirrored = i + width - 1; i < row + x + width; i++, mirrored--) {
      if (weights[i] === 0) continue;
      let best = 0;
      for (const plane of planes) best = Math.max(best, plane[i], plane[mirrored]);
      sum += weights[i] * best;
      mass += weights[i];
    }
  }
  return sum / mass;
}
