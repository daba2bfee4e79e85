import { computeFloats, copyIn, kernels } from '#engine/kernels/memory';
import { ramp } from '#engine/swap/ops/curves';
import { logLightAt } from '#engine/swap/ops/light';
import type { AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import type { Layers } from '#engine/swap/source/photo/layers';

/** Root mean square of the difference of both halves, in logarithms of light: faces are not fully symmetric. */
const hard = { from: 0.12, all: 0.22 };
/** Of both halves' confidence. */
const leastConfidence = 0.5;
/** Texels between samples: light is smooth. */
const step = 2;

/**
 * `symmetriseLight` and `easeCreases` remove light that comes from one side, and with it details by which people differ.
 * `prepareSource` applies them in this share.
 * @returns 0 for light from the front, 1 for hard light from one side.
 */
export function sideLight({ light, confidence }: Layers, { size }: AtlasLayout): number {
  let [sum, weight] = [0, 0];
  for (let start = 0; start < size * size; start += step * size) {
    for (let x = 0; x < size / 2; x += step) {
      const i = start + x;
      const j = start + size - 1 - x;
      const share = Math.min(confidence[i], confidence[j]);
      if (share < leastConfidence) continue;
      sum += share * (logLightAt(light, 3 * i) - logLightAt(light, 3 * j)) ** 2;
      weight += share;
    }
  }
  return weight === 0 ? 0 : ramp(hard.from, hard.all, Math.sqrt(sum / weight));
}

/** @param share of `treat`; 0 spares the work. */
export function treatInPart(layers: Layers, share: number, treat: (layers: Layers) => Layers): Layers {
  if (share === 0) return layers;
  const treated = treat(layers);
  if (share === 1) return treated;
  return {
    light: between(layers.light, treated.light, share),
    detail: between(layers.detail, treated.detail, share),
    confidence: treated.confidence,
  };
}

function between(from: Float32Array, to: Float32Array, share: number): Float32Array {
  if (from === to) return from;
  return computeFloats(from.length, (mixed) =>
    kernels().mixPlanes(copyIn(from), copyIn(to), share, from.length, mixed),
  );
}
