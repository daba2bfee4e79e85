import { allocate, changedCopy, kernels } from '#engine/kernels/memory';
import { cheeksBesideNose, underNose, wholeNose } from '#engine/swap/geometry/vertex-weights';
import { ramp } from '#engine/swap/ops/curves';
import { WeightedMean } from '#engine/swap/ops/weighted-mean';
import { zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import { meanRelief } from './mean-relief';

/** Mean of `facing` over the other side of the nose. */
const averted = { from: 0.5, all: 0.35 };
/** Logarithm by which the side is darker than the cheek, beyond the relief of a mean face. */
const shaded = { from: 0.09, all: 0.13 };
/** Of one texel, likewise. */
const dark = { from: 0.05, all: 0.2 };
/** A nose without any shade has no form, and is less like the person. */
const strength = 0.6;
/** Share of the atlas: what is narrower is no shade but skin. */
const radiusShare = 0.006;
/** 0–255: bounds the logarithm of near-black. */
const floor = 4;

/** Of an atlas: texels × 3, 0–255. */
type Rgb = Float32Array;
type Texels = readonly number[];

/**
 * A photo of a turned head may show only the shaded side of the nose. Mirrored, the whole nose would be dark with a bright ridge:
 * that side gets most of the way to the light and hue of the cheek beside it, with the relief of a mean face.
 * @param visible size², 0–1
 * @param facing size², see `vertexVisibility`
 * @returns a copy, or `rgb` where nothing changes
 */
export function liftNoseShade(rgb: Rgb, visible: Float32Array, facing: Float32Array, layout: AtlasLayout): Rgb {
  const nose = zoneOverAtlas(layout, wholeNose);
  const under = zoneOverAtlas(layout, underNose);
  const cheeks = zoneOverAtlas(layout, cheeksBesideNose);
  const relief = meanRelief(layout);
  const light = (i: number) => Math.log((rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) / 3 + floor) - relief[i];
  const side = nose.map((share, i) => share * (1 - under[i]));
  const [seenSide, seenCheeks] = [side, cheeks].map((zone) => zone.map((share, i) => share * visible[i]));
  const halves = halvesOf(layout, (i) => nose[i] > 0 || cheeks[i] > 0);
  let lifted = rgb;
  for (const [half, texels] of halves.entries()) {
    const otherFacing = meanOf(halves[1 - half], side, (i) => facing[i]).value;
    if (otherFacing >= averted.from) continue;
    const [onSide, onCheek] = [seenSide, seenCheeks].map((weights) => meanOf(texels, weights, light));
    if (onSide.weight === 0 || onCheek.weight === 0) continue;
    const share =
      ramp(averted.from, averted.all, otherFacing) * ramp(shaded.from, shaded.all, onCheek.value - onSide.value);
    if (share === 0) continue;
    const depth = (i: number) => onCheek.value - light(i);
    const inShade = seenSide.map((weight, i) => (weight === 0 ? 0 : weight * ramp(dark.from, dark.all, depth(i))));
    lifted = lifted.slice();
    for (let k = 0; k < 3; k++) {
      const channel = (i: number) => Math.log(rgb[3 * i + k] + floor) - relief[i];
      const skin = meanOf(texels, seenCheeks, channel).value;
      const usual = skin - meanOf(texels, inShade, channel).value;
      const lift = new Float32Array(nose.length);
      for (const i of texels) {
        // Nostrils are dark of themselves.
        const missing = Math.min(skin - channel(i), (2 - under[i]) * usual);
        lift[i] = strength * share * nose[i] * ramp(0, dark.all, depth(i)) * missing;
      }
      const slow = blurred(lift, layout);
      for (const i of texels) lifted[3 * i + k] = Math.min(255, rgb[3 * i + k] * Math.exp(slow[i]));
    }
  }
  return lifted;
}

/** Texels of the left and the right half of the atlas. */
function halvesOf({ size }: AtlasLayout, isIncluded: (i: number) => boolean): [number[], number[]] {
  const halves: [number[], number[]] = [[], []];
  for (let i = 0; i < size * size; i++) if (isIncluded(i)) halves[i % size < size / 2 ? 0 : 1].push(i);
  return halves;
}

function meanOf(texels: Texels, weights: Float32Array, valueOf: (i: number) => number): WeightedMean {
  const mean = new WeightedMean();
  for (const i of texels) mean.add(valueOf(i), weights[i]);
  return mean;
}

function blurred(plane: Float32Array, { size }: AtlasLayout): Float32Array {
  return changedCopy(plane, (texels) => {
    const scratch = allocate(4 * size * size);
    kernels().boxBlur(texels, size, size, Math.round(radiusShare * size), 2, scratch, allocate(8 * (size + 1)));
  });
}
