import { allocate, changedCopy, copyIn, kernels } from '#engine/kernels/memory';
import { darkFeatures } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import type { Layers } from '#engine/swap/source/photo/layers';
import { slowLightness } from '#engine/swap/source/atlas/low-frequency';

/** Shares of the atlas. */
const shadowReach = 0.08;
const shadowWidth = 0.01;

/**
 * Dark lines beside hair and the outline are shadows of the colour of skin, except in a beard.
 * @param beard size², 0–1
 */
export function discountHairShadow(layers: Layers, layout: AtlasLayout, beard?: Float32Array): Layers {
  const { size, ids } = layout;
  const radius = Math.round(0.5 * shadowReach * size);
  const confidence = changedCopy(layers.confidence, (own) => {
    const dark = zoneOverAtlas(layout, darkFeatures);
    const features = copyIn(beard ? dark.map((share, i) => Math.max(share, beard[i])) : dark);
    const shade = allocate(4 * ids.length);
    const inside = allocate(4 * ids.length);
    const scratch = allocate(4 * ids.length);
    slowLightness(copyIn(layers.detail), own, size, shadowWidth, shade);
    kernels().skinOrFeature(own, features, ids.length, inside);
    kernels().boxBlur(inside, size, size, radius, 2, scratch, allocate(8 * (size + 1)));
    kernels().discountShadow(own, inside, features, shade, ids.length);
  });
  return { ...layers, confidence };
}
