import { plainSides } from '#engine/swap/geometry/vertex-weights';
import { mix, ramp } from '#engine/swap/ops/curves';
import { mirroredTexel, zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import type { PhotoAtlas } from './photo-atlas';

/** Of a texel, as `vertexVisibility`. */
const edgeOn = { from: 0.5, all: 0.3 };
/** Confidence of a texel, from which it is not its mirror image. */
const own = { from: 0.3, all: 0.7 };

/**
 * Sides of cheeks and jaw that the photos show edge-on: there stubble and light from behind are a stripe like a scar on a
 * cheek that faces the camera.
 * @param confidence size², of all photos; where it is low, the mirror image is shown
 * @returns size², 0–1
 */
export function edgeOnShare(
  photos: readonly Pick<PhotoAtlas, 'facing' | 'confidence'>[],
  confidence: Float32Array,
  layout: AtlasLayout,
): Float32Array {
  const facing = facingOfBest(photos);
  return zoneOverAtlas(layout, plainSides).map((side, i) => {
    if (side === 0) return 0;
    const shown = ramp(own.from, own.all, confidence[i]);
    return side * ramp(edgeOn.from, edgeOn.all, mix(facing[mirroredTexel(i, layout.size)], facing[i], shown));
  });
}

/** Of each texel, in the photo that shows it best. */
function facingOfBest(photos: readonly Pick<PhotoAtlas, 'facing' | 'confidence'>[]): Float32Array {
  if (photos.length === 1) return photos[0].facing;
  return photos[0].facing.map((_, i) => {
    const best = photos.reduce((a, b) => (b.confidence[i] > a.confidence[i] ? b : a));
    return best.facing[i];
  });
}
