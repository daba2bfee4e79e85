import { allocate, changedCopy, kernels } from '#engine/kernels/memory';
import { cheeksBesideNose, underNose, wholeNose } from '#engine/swap/geometry/vertex-weights';
import { ramp } from '#engine/swap/ops/curves';
import { WeightedMean } from '#engine/swap/ops/weighted-mean';
import { oncePerLayout, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import { meanRelief } from '#engine/swap/source/atlas/mean-relief';

/** Mean of `facing` over the other side of the nose. */
const averted = { from: 0.5, all: 0.35 };
/** Logarithm by which the side is darker than the cheek, beyond the relief of a mean face. */
const shaded = { from: 0.15, all: 0.2 };
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
type Texels = Int32Array;

/**
 * A photo of a turned head may show only the shaded side of the nose. Mirrored, the whole nose would be dark with a bright ridge:
 * that side gets most of the way to the light and hue of the cheek beside it, with the relief of a mean face.
 * @param visible size², 0–1
 * @param facing size², see `vertexVisibility`
 * @returns a copy, or `rgb` where nothing changes
 */
export function liftNoseShade(rgb: Rgb, visible: Float32Array, facing: Float32Array, layout: AtlasLayout): Rgb {
  const nose = zoneOverAtlas(layout, wholeNose);
  const halves = halvesOf(layout, zones);
  return halves.reduce((lifted, texels, half) => {
    const otherFacing = meanOf(halves[1 - half], nose, (i) => facing[i]).value;
    const share = ramp(averted.from, averted.all, otherFacing);
    return share === 0 ? lifted : liftHalf(lifted, visible, texels, share, layout);
  }, rgb);
}

/** @param share of the lift */
function liftHalf(rgb: Rgb, visible: Float32Array, texels: Texels, share: number, layout: AtlasLayout): Rgb {
  const nose = zoneOverAtlas(layout, wholeNose);
  const under = zoneOverAtlas(layout, underNose);
  const relief = meanRelief(layout);
  const light = (i: number) => Math.log((rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) / 3 + floor) - relief[i];
  const cheeks = zoneOverAtlas(layout, cheeksBesideNose);
  const [seenSide, seenCheek, inShade] = [0, 1, 2].map(() => new Float32Array(nose.length));
  for (const i of texels) {
    seenSide[i] = nose[i] * (1 - under[i]) * visible[i];
    seenCheek[i] = cheeks[i] * visible[i];
  }
  const [side, cheek] = [seenSide, seenCheek].map((weights) => meanOf(texels, weights, light));
  const certain = share * ramp(shaded.from, shaded.all, cheek.value - side.value);
  if (certain === 0 || side.weight === 0 || cheek.weight === 0) return rgb;
  const depth = (i: number) => cheek.value - light(i);
  for (const i of texels) if (seenSide[i] > 0) inShade[i] = seenSide[i] * ramp(dark.from, dark.all, depth(i));
  const lifted = rgb.slice();
  for (let k = 0; k < 3; k++) {
    const channel = (i: number) => Math.log(rgb[3 * i + k] + floor) - relief[i];
    const skin = meanOf(texels, seenCheek, channel).value;
    const usual = skin - meanOf(texels, inShade, channel).value;
    const lift = new Float32Array(nose.length);
    for (const i of texels) {
      // Nostrils are dark without shade.
      const missing = Math.min(skin - channel(i), (2 - under[i]) * usual);
      lift[i] = strength * certain * nose[i] * ramp(0, dark.all, depth(i)) * missing;
    }
    const slow = blurred(lift, layout);
    for (const i of texels) lifted[3 * i + k] = Math.min(255, rgb[3 * i + k] * Math.exp(slow[i]));
  }
  return lifted;
}

const zones = [wholeNose, cheeksBesideNose];

/** Texels of the left and the right half of the atlas. */
const halvesOf = oncePerLayout((layout, inside: readonly Float32Array[]): readonly Texels[] => {
  const { size } = layout;
  const planes = inside.map((zone) => zoneOverAtlas(layout, zone));
  const halves: [number[], number[]] = [[], []];
  for (let i = 0; i < size * size; i++) {
    for (const plane of planes) {
      if (plane[i] === 0) continue;
      halves[i % size < size / 2 ? 0 : 1].push(i);
      break;
    }
  }
  return halves.map((texels) => Int32Array.from(texels));
});

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
