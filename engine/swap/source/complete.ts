import { mix, ramp, smoothstep } from '#engine/swap/ops/curves';
import { pullPush, relax } from '#engine/swap/ops/pull-push';
import { uncovered } from '#engine/swap/geometry/raster';
import { belowHairline, pigmentedFeatures, features, sideHairZone } from '#engine/swap/geometry/vertex-weights';
import { interpolateOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';

/** Confidence from which a texel counts as known; from `own` on its mirror image loses weight. */
const known = { from: 0.12, all: 0.3 };
/** Log detail that keeps moles but suppresses strands of hair. */
const maxSideDetail = 0.12;
const own = { from: 0.3, all: 0.7 };

/**
 * Fills unknown texels from the mirrored half, then from the surroundings, without a step at known ones (Pérez et al.,
 * "Poisson Image Editing", 2003).
 */
export function completeLayers({ light, detail, confidence }: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const feature = interpolateOverAtlas(layout, features);
  const below = interpolateOverAtlas(layout, belowHairline);
  const plain = interpolateOverAtlas(layout, pigmentedFeatures).map((pigmented) => 1 - Math.min(1, pigmented));
  const shown = feature.map((value, i) => Math.max(below[i], ramp(0.6, 0.95, value)));
  const logs = boundSideDetail(detail, layout);
  const shares = mirrorWeights(confidence, size);
  const whole = blendMirrored(logs, shares, confidence, plain, layout);
  const sure = new Float32Array(confidence.length);
  for (let i = 0; i < sure.length; i++) {
    const best = Math.max(confidence[i], confidence[mirrored(i, size)]);
    sure[i] = layout.ids[i] === uncovered ? 0 : smoothstep(known.from, known.all, best) * shown[i];
  }
  const fill = whole.slice();
  fillHoles(
    fill,
    sure.map((value, i) => (value > 0.95 ? plain[i] : 0)),
    size,
  );
  const completed = whole.map((value, k) => {
    const i = Math.floor(k / 3);
    return Math.exp(mix(fill[k], value, sure[i]));
  });
  return { light, detail: completed, confidence: sure };
}

/** Strong strokes at the sides of the face are hair. */
function boundSideDetail(detail: Float32Array, layout: AtlasLayout): Float32Array {
  const zone = interpolateOverAtlas(layout, sideHairZone);
  const pigmented = interpolateOverAtlas(layout, pigmentedFeatures);
  return detail.map((value, at) => {
    const i = Math.floor(at / 3);
    const log = Math.log(value);
    return mix(log, maxSideDetail * Math.tanh(log / maxSideDetail), zone[i] * (1 - Math.min(1, pigmented[i])));
  });
}

const mirrored = (i: number, size: number): number => i - (i % size) + size - 1 - (i % size);

function mirrorWeights(confidence: Float32Array, size: number): Float32Array {
  return confidence.map((value, i) => {
    const [here, there] = [value ** 4 + 1e-6, confidence[mirrored(i, size)] ** 4 + 1e-6];
    return (1 - smoothstep(own.from, own.all, value)) * (there / (here + there));
  });
}

function blendMirrored(
  logs: Float32Array,
  shares: Float32Array,
  confidence: Float32Array,
  plain: Float32Array,
  { size }: AtlasLayout,
): Float32Array {
  const offset = new Float32Array(logs.length);
  const both = new Float32Array(confidence.length);
  for (let i = 0; i < both.length; i++) {
    const j = mirrored(i, size);
    both[i] = Math.min(confidence[i], confidence[j]) > own.all ? plain[i] : 0;
    for (let k = 0; k < 3; k++) offset[3 * i + k] = logs[3 * i + k] - logs[3 * j + k];
  }
  fillHoles(offset, both, size);
  return logs.map((value, at) => {
    const i = Math.floor(at / 3);
    return mix(value, logs[3 * mirrored(i, size) + (at % 3)] + offset[at], shares[i]);
  });
}

function fillHoles(values: Float32Array, weights: Float32Array, size: number): void {
  pullPush(values, weights, size, size);
  relax(values, weights, size, size, 4);
}
