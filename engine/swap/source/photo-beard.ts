import { boxBlur } from '#engine/swap/ops/box-blur';
import { mix, ramp } from '#engine/swap/ops/curves';
import { WeightedMean } from '#engine/swap/ops/weighted-mean';
import { chin } from '#engine/mesh/topology';
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
const darkFace = { from: 0.16, all: 0.21 };
/** The same of the middle third of the chin, which shade from below does not reach: of beards that cover the chin alone. */
const darkChin = { from: 0.2, all: 0.35 };
/** Share of the atlas to either side of its middle. */
const chinWidth = 0.1;
/** Mean of what is certain, below the lips: with less there is no beard. */
const leastCertain = 0.05;
/** As `darkFace`, of the red that skin has and grey or white hair lacks. */
const greyFace = { from: 0.3, all: 0.45 };
/** Share of a dark beard from which its sides are shown where the photo shows them nearly edge-on, as `vertexVisibility`. */
const sides = { from: 0.3, all: 0.7 };
const nearlyEdgeOn = { from: 0.1, all: 0.25 };

export interface PhotoBeard {
  /** size², 0–1: where it is darker than the cheeks and reaches inwards from the outline. Undefined if nowhere. */
  readonly dark?: Float32Array;
  /** 0–1: what lies below the lips is hair, neither stubble nor shade of a jaw, which the net takes for beards, too. */
  readonly belowLips: number;
}

/** Without bare cheeks nothing is dark, and the net decides. @param rgb size² × 3. @param net,seen size², 0–1 */
export function photoBeard(rgb: Float32Array, net: Float32Array, seen: Float32Array, layout: AtlasLayout): PhotoBeard {
  const share = net.map((value) => (value <= certain.from ? 0 : ramp(certain.from, certain.all, value)));
  if (meanBelowLips(share, seen, layout) <= leastCertain) return { belowLips: 0 };
  const skin = skinOf(rgb, net, seen, layout);
  if (!skin) return { belowLips: 1 };
  const lacking = (of: (rgb: Float32Array, i: number) => number, whole: number) =>
    share.map((value, i) => (value === 0 ? 0 : value * Math.max(0, 1 - of(rgb, i) / (whole + 1e-3))));
  const darkness = lacking(lightOf, skin.light);
  const isDark = Math.max(
    ramp(darkFace.from, darkFace.all, meanBelowLips(darkness, seen, layout)),
    ramp(darkChin.from, darkChin.all, meanOfChin(darkness, seen, layout)),
  );
  const isGrey = ramp(greyFace.from, greyFace.all, meanBelowLips(lacking(rednessOf, skin.redness), seen, layout));
  const belowLips = Math.max(isDark, isGrey);
  if (isDark === 0) return { belowLips };
  const density = densityOf(darkness, seen, layout);
  const dark = net.map((value, i) => (value === 0 ? 0 : isDark * value * ramp(dense.from, dense.all, density(i))));
  return { dark, belowLips };
}

const lightOf = (rgb: Float32Array, i: number): number => rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2];

/** Red beyond grey, over the light: −1 to 2. */
const rednessOf = (rgb: Float32Array, i: number): number => (3 * rgb[3 * i]) / (lightOf(rgb, i) + 1e-3) - 1;

/** Of the cheeks, as far as they are bare; undefined if nowhere. */
function skinOf(
  rgb: Float32Array,
  net: Float32Array,
  seen: Float32Array,
  layout: AtlasLayout,
): { light: number; redness: number } | undefined {
  const cheeks = zoneOverAtlas(layout, cheekZone);
  const [light, redness] = [new WeightedMean(), new WeightedMean()];
  for (let i = 0; i < cheeks.length; i++) {
    const weight = cheeks[i] * seen[i] * (1 - net[i]);
    if (weight === 0) continue;
    light.add(lightOf(rgb, i), weight);
    redness.add(rednessOf(rgb, i), weight);
  }
  return light.weight === 0 ? undefined : { light: light.value, redness: redness.value };
}

function meanBelowLips(values: Float32Array, weights: Float32Array, { size, positions }: AtlasLayout): number {
  const mean = new WeightedMean();
  for (let i = size * Math.floor(positions[3 * lowerLip + 1]); i < values.length; i++) mean.add(values[i], weights[i]);
  return mean.value;
}

/** Of its middle third, from the lips down. */
function meanOfChin(values: Float32Array, weights: Float32Array, { size, positions }: AtlasLayout): number {
  const [top, bottom] = [positions[3 * lowerLip + 1], positions[3 * chin + 1]];
  const [left, right] = [0.5 - chinWidth, 0.5 + chinWidth].map((share) => Math.round(share * size));
  const mean = new WeightedMean();
  for (let y = Math.round(mix(top, bottom, 1 / 3)); y < mix(top, bottom, 2 / 3); y++)
    for (let i = y * size + left; i < y * size + right; i++) mean.add(values[i], weights[i]);
  return mean.value;
}

/** Mean of a texel and its mirror image. */
function densityOf(darkness: Float32Array, seen: Float32Array, { size }: AtlasLayout): (i: number) => number {
  const radius = Math.round(reach * size);
  const sums = darkness.map((value, i) => value * seen[i]);
  const weights = seen.slice();
  boxBlur(sums, size, size, radius, 2);
  boxBlur(weights, size, size, radius, 2);
  const mean = (i: number) => sums[i] / (weights[i] + 1e-3);
  return (i) => (mean(i) + mean(mirroredTexel(i, size))) / 2;
}

/**
 * Stretched hair is better than none: without the sides of a beard, it would end in the middle of the cheeks.
 * @param bare size², 0–1: seen and not hidden; changed
 * @param dark,facing,covered size², 0–1
 */
export function showSidesOfBeard(
  bare: Float32Array,
  dark: Float32Array,
  facing: Float32Array,
  covered: Float32Array,
): void {
  for (let i = 0; i < bare.length; i++) {
    if (bare[i] === 0 || dark[i] <= sides.from) continue;
    const share = ramp(sides.from, sides.all, dark[i]) * ramp(nearlyEdgeOn.from, nearlyEdgeOn.all, facing[i]);
    bare[i] = Math.max(bare[i], share * (1 - covered[i]));
  }
}
