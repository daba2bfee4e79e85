import type { Box } from '#engine/types';
import { clamp, mix } from '#engine/swap/ops/curves';
import { besideNose, pigmentedFeatures } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';
import { logLightness, plainSkin } from './planes';

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
  const share = plainSkin(pigmented);
  for (let i = 0; i < share.length; i++) share[i] *= nose[i];
  const shade = logLightness(detail);
  const radius = Math.max(1, Math.round(reach * size));
  const box = boxOf(share, size);
  const brightest = brightestAround(shade, size, radius, box);
  const darkest = brightestAround(
    shade.map((value) => -value),
    size,
    radius,
    box,
  );
  const eased = detail.slice();
  for (let i = 0; i < share.length; i++) {
    if (share[i] === 0) continue;
    const j = i - (i % size) + size - 1 - (i % size);
    const wanted = softShine(clamp(shade[i], -darkest[j] - allowance, brightest[j] + allowance));
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

/** Largest within (2·radius + 1)² texels of the same half, inside `box`. */
function brightestAround(plane: Float32Array, size: number, radius: number, box: Box): Float32Array {
  const along = plane.slice();
  for (let y = box.y - radius; y < box.y + box.height + radius; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const [start, end] = x < size / 2 ? [0, size / 2] : [size / 2, size];
      let best = plane[y * size + x];
      const last = Math.min(end - 1, x + radius);
      for (let other = Math.max(start, x - radius); other <= last; other++)
        if (plane[y * size + other] > best) best = plane[y * size + other];
      along[y * size + x] = best;
    }
  }
  const around = along.slice();
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let i = y * size + box.x; i < y * size + box.x + box.width; i++) {
      let best = along[i];
      for (let other = i - radius * size; other <= i + radius * size; other += size)
        if (along[other] > best) best = along[other];
      around[i] = best;
    }
  }
  return around;
}

/** Of the texels above 0, and their mirror images. */
function boxOf(share: Float32Array, size: number): Box {
  let [left, top, bottom] = [size / 2, size, 0];
  for (let i = 0; i < share.length; i++) {
    if (share[i] === 0) continue;
    const x = i % size;
    const y = (i - x) / size;
    left = Math.min(left, x, size - 1 - x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: size - 2 * left, height: bottom - top + 1 };
}
