import type { Box } from '#engine/types';
import { clamp, mix } from '#engine/swap/ops/curves';
import { dilate } from '#engine/swap/ops/morphology';
import { besideNose, pigmentedFeatures } from '#engine/swap/geometry/vertex-weights';
import { boxOfZone, growBox, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import type { Layers } from '#engine/swap/source/photo/layers';
import { logLightness, plainSkin } from '#engine/swap/source/atlas/planes';

/** Share of the atlas by which the halves of a nose differ. */
const reach = 0.008;
/** Logarithm of light: natural difference of both halves. */
const allowance = 0.06;
const plainShine = 0.08;
const shineShare = 0.4;
const largestChange = 1.2;
/** Deep shade is red; from this change on, nothing of its hue stays. */
const hueless = 0.25;

/**
 * Hard light from one side draws lines beside the nose that are narrower than what `symmetriseLight` compares: no line
 * there is darker, or brighter, than any texel near its mirror image.
 */
export function easeCreases({ light, detail, confidence }: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const nose = zoneOverAtlas(layout, besideNose);
  const plain = plainSkin(layout, pigmentedFeatures);
  const radius = Math.max(1, Math.round(reach * size));
  const box = boxOfZone(layout, besideNose);
  const wide = growBox(box, radius, size);
  const shade = logLightness(detail.subarray(3 * wide.y * size, 3 * (wide.y + wide.height) * size));
  const columns = { width: size / 2 - wide.x, height: wide.height };
  const left = rangeAround(shade, size, { x: wide.x, y: 0, ...columns }, radius);
  const right = rangeAround(shade, size, { x: size / 2, y: 0, ...columns }, radius);
  const eased = detail.slice();
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const i = y * size + x;
      const share = plain[i] * nose[i];
      if (share === 0) continue;
      const own = shade[i - wide.y * size];
      const { darkest, brightest, part } = x < size / 2 ? right : left;
      const j = (y - wide.y) * part.width + size - 1 - x - part.x;
      const wanted = softShine(clamp(own, darkest[j] - allowance, brightest[j] + allowance));
      const change = share * clamp(wanted - own, -largestChange, largestChange);
      if (change !== 0) changeShade(detail, eased, 3 * i, change);
    }
  }
  return { light, detail: eased, confidence };
}

/** @param change logarithm of light */
function changeShade(detail: Float32Array, eased: Float32Array, at: number, change: number): void {
  const factor = Math.exp(change);
  const grey = (detail[at] + detail[at + 1] + detail[at + 2]) / 3;
  const plain = clamp(Math.abs(change) / hueless, 0, 1);
  for (let k = at; k < at + 3; k++) eased[k] = factor * mix(detail[k], grey, plain);
}

/** On a nose with light from the front or one side, whole planes shine. */
const softShine = (shade: number): number => (shade < plainShine ? shade : mix(plainShine, shade, shineShare));

interface Range {
  /** Of the plane. */
  readonly part: Box;
  readonly darkest: Float32Array;
  readonly brightest: Float32Array;
}

/** Within (2·radius + 1)² texels, without those outside `part`. */
function rangeAround(plane: Float32Array, size: number, part: Box, radius: number): Range {
  const { x, y, width, height } = part;
  const brightest = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * size + x;
    brightest.set(plane.subarray(from, from + width), row * width);
  }
  const darkest = brightest.map((value) => -value);
  dilate(brightest, width, height, radius);
  dilate(darkest, width, height, radius);
  for (let i = 0; i < darkest.length; i++) darkest[i] = -darkest[i];
  return { part, darkest, brightest };
}
