import { allocate, changedCopy, kernels } from '#engine/kernels/memory';
import { cheeksBesideNose, noseSides } from '#engine/swap/geometry/vertex-weights';
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
/** Share of the atlas: the soft edge of the shade belongs to it. */
const reach = 0.008;
/** Share of dark texels within `reach`. */
const around = { from: 0.05, all: 0.35 };
/** 0–255: bounds the logarithm of near-black. */
const floor = 4;

/**
 * A photo of a turned head may show only the shaded side of the nose. Mirrored, the whole nose would be dark; as unknown, that
 * side is completed from the ridge and the cheek, with the relief of a mean face.
 * @param rgb size² × 3, 0–255
 * @param visible size², 0–1
 * @param facing size², see `vertexVisibility`
 * @returns size², 0 to 1 for shade; without the nostrils
 */
export function shadeOfTurnedNose(
  rgb: Float32Array,
  visible: Float32Array,
  facing: Float32Array,
  layout: AtlasLayout,
): Float32Array {
  const { size } = layout;
  const nose = zoneOverAtlas(layout, noseSides);
  const cheeks = zoneOverAtlas(layout, cheeksBesideNose);
  const relief = meanRelief(layout);
  const light = (i: number) => Math.log((rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) / 3 + floor) - relief[i];
  const [seenNose, seenCheeks] = [nose, cheeks].map((zone) => zone.map((share, i) => share * visible[i]));
  const halves = halvesOf(layout, (i) => nose[i] > 0 || cheeks[i] > 0);
  const darkness = new Float32Array(size * size);
  const certain = halves.map((own, half) => {
    const otherFacing = meanOf(halves[1 - half], nose, (i) => facing[i]).value;
    if (otherFacing >= averted.from) return 0;
    const [side, cheek] = [seenNose, seenCheeks].map((weights) => meanOf(own, weights, light));
    if (cheek.weight === 0 || side.weight === 0) return 0;
    for (const i of own) darkness[i] = ramp(dark.from, dark.all, cheek.value - light(i));
    return ramp(averted.from, averted.all, otherFacing) * ramp(shaded.from, shaded.all, cheek.value - side.value);
  });
  if (Math.max(...certain) === 0) return new Float32Array(size * size);
  const near = changedCopy(darkness, (texels) => {
    const scratch = allocate(4 * size * size);
    kernels().boxBlur(texels, size, size, Math.round(reach * size), 2, scratch, allocate(8 * (size + 1)));
  });
  return near.map((share, i) => certain[halfOf(i, size)] * nose[i] * ramp(around.from, around.all, share));
}

const halfOf = (i: number, size: number): 0 | 1 => (i % size < size / 2 ? 0 : 1);

/** Texels of the left and the right half of the atlas. */
function halvesOf({ size }: AtlasLayout, isIncluded: (i: number) => boolean): [number[], number[]] {
  const halves: [number[], number[]] = [[], []];
  for (let i = 0; i < size * size; i++) {
    if (isIncluded(i)) halves[halfOf(i, size)].push(i);
  }
  return halves;
}

function meanOf(texels: readonly number[], weights: Float32Array, valueOf: (i: number) => number): WeightedMean {
  const mean = new WeightedMean();
  for (const i of texels) mean.add(valueOf(i), weights[i]);
  return mean;
}
