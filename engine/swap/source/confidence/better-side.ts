import { farSides } from '#engine/swap/geometry/vertex-weights';
import { mix, ramp } from '#engine/swap/ops/curves';
import { mirroredTexel, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import type { Layers } from '#engine/swap/source/photo/layers';

/** Of a texel that is seen edge-on, as `vertexVisibility`. */
const edgeOn = { from: 0.55, all: 0.35 };
/** The same over that of the mirrored texel. */
const averted = { from: 0.75, all: 0.5 };
/** Confidence of the mirrored texel. */
const shown = { from: 0.8, all: 1 };

/**
 * A turned head shows one temple and the end of one brow edge-on: a few stretched pixels beside its outline, which often lie
 * in light from behind. Where the other side shows the same skin, its mirror image is used instead. After all else that
 * lowers confidence: otherwise neither side might remain.
 * @param facing size², 0–1, see `vertexVisibility`
 */
export function preferBetterSide(layers: Layers, facing: Float32Array, layout: AtlasLayout): Layers {
  const { size } = layout;
  const { confidence } = layers;
  const sides = zoneOverAtlas(layout, farSides);
  const better = confidence.slice();
  for (let i = 0; i < better.length; i++) {
    if (better[i] === 0 || sides[i] === 0 || facing[i] >= edgeOn.from) continue;
    const mirrored = mirroredTexel(i, size);
    const worse =
      ramp(edgeOn.from, edgeOn.all, facing[i]) *
      ramp(averted.from, averted.all, facing[i] / Math.max(facing[mirrored], 1e-3));
    better[i] *= mix(1, 1 - worse, sides[i] * ramp(shown.from, shown.all, confidence[mirrored]));
  }
  return { ...layers, confidence: better };
}
