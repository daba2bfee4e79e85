import { allocate, changedCopy, kernels } from '#engine/kernels/memory';
import { cheeksBesideNose, noseBridge } from '#engine/swap/geometry/vertex-weights';
import { ramp } from '#engine/swap/ops/curves';
import { WeightedMean } from '#engine/swap/ops/weighted-mean';
import { zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import { meanRelief } from '#engine/swap/source/atlas/mean-relief';
import type { Layers } from '#engine/swap/source/photo/layers';
import type { PhotoAtlas } from '#engine/swap/source/photo/photo-atlas';
import { sideLight } from './side-light';

/** Logarithm by which the bridge may be darker than the cheeks, beyond the relief of a mean face. */
const allowance = 0.12;
/** Mean of what exceeds it: most photos have a little in the corners of the eyes. */
const considerable = { from: 0.03, all: 0.08 };
/** Of light from one side. */
const oneSided = { from: 0.9, all: 0.6 };
/** Of what exceeds it: a nose without any shade has no form. */
const strength = 0.6;
/** Share of the atlas: what is narrower is no shade but skin. */
const radiusShare = 0.01;
/** 0–255: bounds the logarithm of near-black. */
const floor = 4;

/**
 * A lamp above the camera lights both cheeks and leaves the sides of the bridge between them dark. In the even light of
 * another picture they would be stains: they get most of the way to the light and hue of the cheeks, with the relief of a
 * mean face. Freckles stay. Not in light from one side, which `symmetriseLight` evens out, and not below glasses, where the
 * shade of rims would be taken for that of a nose, and the marks of their pads would stand out.
 */
export function easeNoseShade(
  layers: Layers,
  { rgb, visible, rims, layout }: Pick<PhotoAtlas, 'rgb' | 'visible' | 'rims' | 'layout'>,
): Layers {
  const frontal = rims ? 0 : ramp(oneSided.from, oneSided.all, sideLight(layers, layout));
  if (frontal === 0) return layers;
  const depths = depthsBelowCheeks(rgb, visible, layout);
  if (!depths) return layers;
  const seen = zoneOverAtlas(layout, noseBridge).map((weight, i) => weight * visible[i]);
  const depthAt = (i: number) => (depths[0][i] + depths[1][i] + depths[2][i]) / 3;
  const excess = new WeightedMean();
  for (let i = 0; i < seen.length; i++) if (seen[i] > 0) excess.add(Math.max(0, depthAt(i) - allowance), seen[i]);
  const certain = frontal * strength * ramp(considerable.from, considerable.all, excess.value);
  if (certain === 0) return layers;
  const detail = layers.detail.slice();
  for (let i = 0; i < seen.length; i++) {
    const depth = seen[i] === 0 ? 0 : depthAt(i);
    if (depth <= allowance) continue;
    const share = certain * seen[i] * (1 - allowance / depth);
    for (let k = 0; k < 3; k++) detail[3 * i + k] *= Math.exp(share * depths[k][i]);
  }
  return { ...layers, detail };
}

/** Of red, green and blue, size²: logarithms by which the light around each texel is less than that of the cheeks, without relief. */
function depthsBelowCheeks(rgb: Float32Array, visible: Float32Array, layout: AtlasLayout): Float32Array[] | undefined {
  const cheeks = zoneOverAtlas(layout, cheeksBesideNose);
  const relief = meanRelief(layout);
  const channels = [0, 1, 2].map((k) => relief.map((usual, i) => Math.log(rgb[3 * i + k] + floor) - usual));
  const skin = channels.map((plane) => {
    const mean = new WeightedMean();
    for (let i = 0; i < plane.length; i++) mean.add(plane[i], cheeks[i] * visible[i]);
    return mean;
  });
  if (skin[0].weight === 0) return undefined;
  return channels.map((plane, k) => blurred(plane, layout).map((light) => skin[k].value - light));
}

function blurred(plane: Float32Array, { size }: AtlasLayout): Float32Array {
  return changedCopy(plane, (texels) => {
    const scratch = allocate(4 * size * size);
    kernels().boxBlur(texels, size, size, Math.round(radiusShare * size), 2, scratch, allocate(8 * (size + 1)));
  });
}
