import { plainSides } from '#engine/swap/geometry/vertex-weights';
import { mix, ramp } from '#engine/swap/ops/curves';
import { mirroredTexel, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';

/** Of a texel, as `vertexVisibility`. */
const edgeOn = { from: 0.5, all: 0.3 };
/** Confidence: below, the photo shows nothing, and the mirror image decides. */
const shown = { from: 0.3, all: 0.7 };

/**
 * Sides of cheeks and jaw that the photos show edge-on: there stubble and light from behind are a stripe like a scar on a
 * cheek that faces the camera.
 * @param facing size², 0–1, see `vertexVisibility`
 * @param confidence size²
 * @param beard size², 0–1: keeps its texture
 * @returns size², 0–1
 */
export function edgeOnShare(
  facing: Float32Array,
  confidence: Float32Array,
  layout: AtlasLayout,
  beard?: Float32Array,
): Float32Array {
  const sides = zoneOverAtlas(layout, plainSides);
  const share = new Float32Array(sides.length);
  for (let i = 0; i < sides.length; i++) {
    if (sides[i] === 0) continue;
    const mirrored = mirroredTexel(i, layout.size);
    const own = ramp(shown.from, shown.all, confidence[i]);
    const skin = beard ? 1 - Math.max(beard[i], beard[mirrored]) : 1;
    share[i] = sides[i] * skin * ramp(edgeOn.from, edgeOn.all, mix(facing[mirrored], facing[i], own));
  }
  return share;
}
