import { boxBlur } from '#engine/swap/ops/box-blur';
import { mix, ramp } from '#engine/swap/ops/curves';
import { sumAt, sumOf } from '#engine/swap/ops/light';
import { meanColour } from '#engine/swap/ops/mean-colour';
import { colourfulness } from '#engine/swap/ops/warmth';
import { WeightedMean } from '#engine/swap/ops/weighted-mean';
import { chin, lowerLipEdge } from '#engine/mesh/topology';
import { cheekZone } from '#engine/swap/geometry/vertex-weights';
import type { Rgb } from '#engine/swap/source-types';
import { mirroredTexel, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';

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
/** Colourfulness and light beside those of the cheeks: of grey and white hair. Stubble is as colourful, and shade is darker. */
const greyHair = { from: 0.88, all: 0.72 };
const paleHair = { from: 0.6, all: 0.8 };
/** Share of a dark beard from which its sides are shown where the photo shows them nearly edge-on, as `vertexVisibility`. */
const sides = { from: 0.3, all: 0.7 };
const nearlyEdgeOn = { from: 0.1, all: 0.25 };

export interface PhotoBeard {
  /** size², 0–1: where it is darker than the cheeks and reaches inwards from the outline. Undefined if nowhere. */
  readonly dark?: Float32Array;
  /** 0–1: what lies below the lips is a beard, no stubble and no shade of a jaw, which the net takes for one, too. */
  readonly belowLips: number;
}

/**
 * Hair is darker than the cheeks and dense, shade is not dense; where no cheek is bare, the net decides.
 * @param rgb size² × 3, 0–255
 * @param net size², 0–1: where the net sees a beard
 * @param seen size², 0–1
 */
export function photoBeard(rgb: Float32Array, net: Float32Array, seen: Float32Array, layout: AtlasLayout): PhotoBeard {
  const share = new Float32Array(net.length);
  for (let i = 0; i < net.length; i++) if (net[i] > certain.from) share[i] = ramp(certain.from, certain.all, net[i]);
  if (meanBelowLips(share, seen, layout) <= leastCertain) return { belowLips: 0 };
  const skin = colourOfSkin(rgb, net, seen, layout);
  if (skin === undefined) return { belowLips: 1 };
  const darkness = share.slice();
  for (let i = 0; i < darkness.length; i++)
    if (darkness[i] > 0) darkness[i] *= Math.max(0, 1 - sumAt(rgb, 3 * i) / (sumOf(skin) + 1e-3));
  const isDark = Math.max(
    ramp(darkFace.from, darkFace.all, meanBelowLips(darkness, seen, layout)),
    ramp(darkChin.from, darkChin.all, meanOfChin(darkness, seen, layout)),
  );
  const hair = colourBelowLips(rgb, share, seen, layout);
  const isGrey =
    ramp(greyHair.from, greyHair.all, colourfulness(hair, skin)) *
    ramp(paleHair.from, paleHair.all, sumOf(hair) / (sumOf(skin) + 1e-3));
  const belowLips = Math.max(isDark, isGrey);
  if (isDark === 0) return { belowLips };
  const density = densityOf(darkness, seen, layout);
  const dark = new Float32Array(net.length);
  for (let i = 0; i < net.length; i++)
    if (net[i] > 0) dark[i] = isDark * net[i] * ramp(dense.from, dense.all, density(i));
  return { dark, belowLips };
}

/** Of the cheeks, as far as they are bare; undefined if nowhere. */
function colourOfSkin(rgb: Float32Array, net: Float32Array, seen: Float32Array, layout: AtlasLayout): Rgb | undefined {
  const bare = zoneOverAtlas(layout, cheekZone).slice();
  for (let i = 0; i < bare.length; i++) bare[i] *= seen[i] * (1 - net[i]);
  return meanColour(rgb, bare);
}

/** @param beard size², 0–1; somewhere below the lips it is seen */
function colourBelowLips(rgb: Float32Array, beard: Float32Array, seen: Float32Array, layout: AtlasLayout): Rgb {
  const below = new Float32Array(beard.length);
  for (let i = firstBelowLips(layout); i < below.length; i++) below[i] = beard[i] * seen[i];
  return meanColour(rgb, below)!;
}

const firstBelowLips = ({ size, positions }: AtlasLayout): number => size * Math.floor(positions[3 * lowerLipEdge + 1]);

function meanBelowLips(values: Float32Array, weights: Float32Array, layout: AtlasLayout): number {
  const mean = new WeightedMean();
  for (let i = firstBelowLips(layout); i < values.length; i++) mean.add(values[i], weights[i]);
  return mean.value;
}

/** Of the middle third of its height. */
function meanOfChin(values: Float32Array, weights: Float32Array, { size, positions }: AtlasLayout): number {
  const [top, bottom] = [positions[3 * lowerLipEdge + 1], positions[3 * chin + 1]];
  const [left, right] = [0.5 - chinWidth, 0.5 + chinWidth].map((share) => Math.round(share * size));
  const mean = new WeightedMean();
  for (let y = Math.round(mix(top, bottom, 1 / 3)); y < mix(top, bottom, 2 / 3); y++)
    for (let i = y * size + left; i < y * size + right; i++) mean.add(values[i], weights[i]);
  return mean.value;
}

/** Mean of a texel and its mirror image. */
function densityOf(darkness: Float32Array, seen: Float32Array, { size }: AtlasLayout): (i: number) => number {
  const radius = Math.round(reach * size);
  const sums = darkness.slice();
  for (let i = 0; i < sums.length; i++) sums[i] *= seen[i];
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
