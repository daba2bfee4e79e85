import { clamp, mix } from '#engine/swap/ops/curves';
import { planeOf } from '#engine/swap/ops/plane';
import { besideNose, pigmentedFeatures } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';

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
  const pigmented = zoneOverAtlas(layout, pigmentedFeatures);
  const share = planeOf(nose.length, (i) => nose[i] * (1 - clamp(pigmented[i], 0, 1)));
  const shade = planeOf(nose.length, (i) => Math.log((detail[3 * i] + detail[3 * i + 1] + detail[3 * i + 2]) / 3));
  const radius = Math.max(1, Math.round(reach * size));
  const darkest = extremeAround(shade, size, radius, Math.min);
  const brightest = extremeAround(shade, size, radius, Math.max);
  const eased = detail.slice();
  for (let i = 0; i < share.length; i++) {
    if (share[i] === 0) continue;
    const j = i - (i % size) + size - 1 - (i % size);
    const wanted = softShine(clamp(shade[i], darkest[j] - allowance, brightest[j] + allowance));
    const change = share[i] * clamp(wanted - shade[i], -largestChange, largestChange);
    if (change === 0) continue;
    const factor = Math.exp(change);
    const grey = (detail[3 * i] + detail[3 * i + 1] + detail[3 * i + 2]) / 3;
    const plain = clamp(Math.abs(change) / hueless, 0, 1);
    for (let k = 3 * i; k < 3 * i + 3; k++) eased[k] = factor * mix(detail[k], grey, plain);
  }
  return { light, detail: eased, confidence };
}

/** On a nose with light from the front or one side, whole planes shine. */
const softShine = (shade: number): number => (shade < plainShine ? shade : mix(plainShine, shade, shineShare));

/** Within (2·radius + 1)² texels of the same half. */
function extremeAround(
  plane: Float32Array,
  size: number,
  radius: number,
  pick: (...values: number[]) => number,
): Float32Array {
  const half = size / 2;
  const along = planeOf(plane.length, (i) => {
    const x = i % size;
    const [from, to] = x < half ? [0, half - 1] : [half, size - 1];
    let best = plane[i];
    for (let other = Math.max(from, x - radius); other <= Math.min(to, x + radius); other++)
      best = pick(best, plane[i - x + other]);
    return best;
  });
  return planeOf(plane.length, (i) => {
    let best = along[i];
    for (let step = -radius; step <= radius; step++) {
      const other = i + step * size;
      if (other >= 0 && other < plane.length) best = pick(best, along[other]);
    }
    return best;
  });
}
