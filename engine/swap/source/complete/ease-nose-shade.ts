import type { Box } from '#engine/types';
import { allocate, changedCopy, kernels } from '#engine/kernels/memory';
import { cheeksBesideNose, noseBridge } from '#engine/swap/geometry/vertex-weights';
import { ramp } from '#engine/swap/ops/curves';
import { WeightedMean } from '#engine/swap/ops/weighted-mean';
import { boxOfZone, growBox, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
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
 * another picture they would be stains: they get part of the way to the light and hue of the cheeks, with the relief of a
 * mean face. Freckles stay. Not in light from one side, which `symmetriseLight` evens out, and not below glasses, where the
 * shade of rims would be taken for that of a nose, and the marks of their pads would stand out.
 */
export function easeNoseShade(
  layers: Layers,
  { rgb, visible, rims, layout }: Pick<PhotoAtlas, 'rgb' | 'visible' | 'rims' | 'layout'>,
): Layers {
  const frontal = rims ? 0 : ramp(oneSided.from, oneSided.all, sideLight(layers, layout));
  if (frontal === 0) return layers;
  const light = cheekLight(rgb, visible, layout);
  if (!light) return layers;
  const radius = Math.round(radiusShare * layout.size);
  const box = growBox(boxOfZone(layout, noseBridge), 2 * radius, layout.size);
  const depths = light.map((ofCheeks, k) => depthsBelow(ofCheeks, rgb, k, layout, box, radius));
  const depthAt = (at: number) => (depths[0][at] + depths[1][at] + depths[2][at]) / 3;
  const bridge = zoneOverAtlas(layout, noseBridge);
  const excess = new WeightedMean();
  visitTexels(box, layout.size, (i, at) => excess.add(Math.max(0, depthAt(at) - allowance), bridge[i] * visible[i]));
  const certain = frontal * strength * ramp(considerable.from, considerable.all, excess.value);
  if (certain === 0) return layers;
  const detail = layers.detail.slice();
  visitTexels(box, layout.size, (i, at) => {
    const depth = depthAt(at);
    const seen = bridge[i] * visible[i];
    if (seen === 0 || depth <= allowance) return;
    const share = certain * seen * (1 - allowance / depth);
    for (let k = 0; k < 3; k++) detail[3 * i + k] *= Math.exp(share * depths[k][at]);
  });
  return { ...layers, detail };
}

/** @param visit with the texel's place in the atlas and in the box */
function visitTexels({ x, y, width, height }: Box, size: number, visit: (i: number, at: number) => void): void {
  for (let row = 0, at = 0; row < height; row++)
    for (let i = (y + row) * size + x, end = i + width; i < end; i++, at++) visit(i, at);
}

/** Of red, green and blue: logarithm without relief; undefined where no cheek is seen. */
function cheekLight(rgb: Float32Array, visible: Float32Array, layout: AtlasLayout): number[] | undefined {
  const cheeks = zoneOverAtlas(layout, cheeksBesideNose);
  const relief = meanRelief(layout);
  const means = [new WeightedMean(), new WeightedMean(), new WeightedMean()];
  visitTexels(boxOfZone(layout, cheeksBesideNose), layout.size, (i) => {
    const weight = cheeks[i] * visible[i];
    if (weight > 0) for (let k = 0; k < 3; k++) means[k].add(Math.log(rgb[3 * i + k] + floor) - relief[i], weight);
  });
  return means[0].weight === 0 ? undefined : means.map((mean) => mean.value);
}

/** Texels of the box: logarithm by which a channel's light around each, without relief, is less than `light`. */
function depthsBelow(
  light: number,
  rgb: Float32Array,
  channel: number,
  layout: AtlasLayout,
  box: Box,
  radius: number,
): Float32Array {
  const { width, height } = box;
  const relief = meanRelief(layout);
  const depths = new Float32Array(width * height);
  visitTexels(box, layout.size, (i, at) => {
    depths[at] = light - Math.log(rgb[3 * i + channel] + floor) + relief[i];
  });
  return changedCopy(depths, (texels) => {
    const [scratch, sums] = [allocate(4 * width * height), allocate(8 * (width + 1))];
    kernels().boxBlur(texels, width, height, radius, 2, scratch, sums);
  });
}
