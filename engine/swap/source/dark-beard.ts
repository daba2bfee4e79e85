import { boxBlur } from '#engine/swap/ops/box-blur';
import { ramp } from '#engine/swap/ops/curves';
import { WeightedMean } from '#engine/swap/ops/weighted-mean';
import { cheekZone } from '#engine/swap/geometry/vertex-weights';
import { mirroredTexel, zoneOverAtlas, type AtlasLayout } from './atlas-layout';

const lowerLip = 17;
/** Share of the atlas: a centimetre and a half. */
const reach = 0.06;
/** Of the net: it hesitates where a jaw lies in shade. */
const certain = { from: 0.6, all: 0.9 };
/** Mean darkness of what is certain, over all that is seen around. Of both halves: shade lies on one. */
const dense = { from: 0.22, all: 0.36 };
/** The same of all below the lips: a shaded chin alone is darker than a beard may be there. */
const lowerFace = { from: 0.16, all: 0.21 };
/** Share of a dark beard from which its sides are shown where the photo shows them nearly edge-on, as `vertexVisibility`. */
const sides = { from: 0.3, all: 0.7 };
const nearlyEdgeOn = { from: 0.1, all: 0.25 };

/**
 * Beards that reach inwards from the outline and are darker than the cheeks. The net takes the shade of a jaw and stubble
 * for beards, too.
 * @param rgb size² × 3. @param beard,seen size², 0–1
 * @returns size², 0–1
 */
export function darkBeard(
  rgb: Float32Array,
  beard: Float32Array,
  seen: Float32Array,
  layout: AtlasLayout,
): Float32Array {
  const { size } = layout;
  const light = (i: number) => rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2];
  const cheeks = zoneOverAtlas(layout, cheekZone);
  const skin = new WeightedMean();
  for (let i = 0; i < beard.length; i++) {
    const weight = cheeks[i] * seen[i] * (1 - beard[i]);
    if (weight > 0) skin.add(light(i), weight);
  }
  const darkness = beard.map((share, i) =>
    share === 0 ? 0 : ramp(certain.from, certain.all, share) * Math.max(0, 1 - light(i) / (skin.value + 1e-3)),
  );
  const full = ramp(lowerFace.from, lowerFace.all, meanBelowLips(darkness, seen, layout));
  const around = seen.slice();
  for (let i = 0; i < darkness.length; i++) darkness[i] *= seen[i];
  const radius = Math.round(reach * size);
  boxBlur(darkness, size, size, radius, 2);
  boxBlur(around, size, size, radius, 2);
  const mean = (i: number) => darkness[i] / (around[i] + 1e-3);
  return beard.map((share, i) =>
    share === 0 ? 0 : full * share * ramp(dense.from, dense.all, (mean(i) + mean(mirroredTexel(i, size))) / 2),
  );
}

function meanBelowLips(values: Float32Array, weights: Float32Array, { size, positions }: AtlasLayout): number {
  const mean = new WeightedMean();
  for (let i = size * Math.floor(positions[3 * lowerLip + 1]); i < values.length; i++) mean.add(values[i], weights[i]);
  return mean.value;
}

/**
 * Stretched hair is better than none: without the sides of a beard, it would end in the middle of the cheeks.
 * @param bare size², 0–1: seen and not hidden; changed
 */
export function showSidesOfBeard(
  bare: Float32Array,
  beard: Float32Array,
  facing: Float32Array,
  covered: Float32Array,
): void {
  for (let i = 0; i < bare.length; i++) {
    if (bare[i] === 0 || beard[i] <= sides.from) continue;
    const share = ramp(sides.from, sides.all, beard[i]) * ramp(nearlyEdgeOn.from, nearlyEdgeOn.all, facing[i]);
    bare[i] = Math.max(bare[i], share * (1 - covered[i]));
  }
}
