import { farSides } from '#engine/swap/geometry/vertex-weights';
import { mix, ramp } from '#engine/swap/ops/curves';
import { zoneOverAtlas, type AtlasLayout } from './atlas-layout';

/** Visibility over that of the mirrored texel. */
const averted = { from: 0.75, all: 0.5 };
/** Confidence of the mirrored texel. */
const shown = { from: 0.8, all: 1 };

/**
 * A turned head shows one temple and the end of one brow edge-on: a few stretched pixels beside its outline, which often lie
 * in light from behind. Where the other side shows the same skin, its mirror image is used instead.
 * @param confidence size², 0–1
 * @param visibility size², 0–1, see `vertexVisibility`
 * @returns size²
 */
export function preferBetterSide(
  confidence: Float32Array,
  visibility: Float32Array,
  layout: AtlasLayout,
): Float32Array {
  const { size } = layout;
  const sides = zoneOverAtlas(layout, farSides);
  return confidence.map((own, i) => {
    if (own === 0 || sides[i] === 0) return own;
    const mirrored = i + size - 1 - 2 * (i % size);
    const worse = ramp(averted.from, averted.all, visibility[i] / Math.max(visibility[mirrored], 1e-3));
    return own * mix(1, 1 - worse, sides[i] * ramp(shown.from, shown.all, confidence[mirrored]));
  });
}
