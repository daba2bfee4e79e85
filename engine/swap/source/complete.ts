import { mix, ramp, smoothstep } from '#engine/swap/ops/curves';
import { pullPush, relax } from '#engine/swap/ops/pull-push';
import { uncovered } from '#engine/swap/geometry/raster';
import {
  belowHairline,
  earZone,
  pigmentedFeatures,
  features,
  sideHairZone,
} from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';
import { plainSkin } from './planes';

/** Confidence of a known texel; from `ownConfidence` on its mirror image loses weight. */
const known = { from: 0.12, all: 0.3 };
/** Logarithm: keeps moles, suppresses hair. */
const maxSideDetail = 0.25;
/** Earrings. */
const maxEarDetail = 0.02;
const ownConfidence = { from: 0.3, all: 0.7 };

/** From the mirrored half, then the surroundings, without a step (Pérez et al., "Poisson Image Editing", 2003). */
export function completeLayers({ light, detail, confidence }: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const feature = zoneOverAtlas(layout, features);
  const below = zoneOverAtlas(layout, belowHairline);
  const pigmented = zoneOverAtlas(layout, pigmentedFeatures);
  const plain = plainSkin(pigmented);
  const whole = blendMirrored(boundSideDetail(detail, plain, layout), confidence, plain, layout);
  const [sure, certain] = [new Float32Array(confidence.length), new Float32Array(confidence.length)];
  for (let i = 0; i < sure.length; i++) {
    if (layout.ids[i] === uncovered) continue;
    const best = Math.max(confidence[i], confidence[mirrored(i, size)]);
    sure[i] = smoothstep(known.from, known.all, best) * Math.max(below[i], ramp(0.6, 0.95, feature[i]));
    certain[i] = sure[i] > 0.95 ? plain[i] : 0;
  }
  const completed = whole.slice();
  fillHoles(completed, certain, size);
  for (let i = 0, at = 0; i < sure.length; i++) {
    for (let k = 0; k < 3; k++, at++) completed[at] = Math.exp(mix(completed[at], whole[at], sure[i]));
  }
  return { light, detail: completed, confidence: sure };
}

/** Logarithms. Strong strokes at the sides are hair or earrings. */
function boundSideDetail(detail: Float32Array, plain: Float32Array, layout: AtlasLayout): Float32Array {
  const zone = zoneOverAtlas(layout, sideHairZone);
  const ears = zoneOverAtlas(layout, earZone);
  const logs = new Float32Array(detail.length);
  for (let i = 0, at = 0; i < plain.length; i++) {
    const share = Math.max(zone[i], ears[i]) * plain[i];
    const most = mix(maxSideDetail, maxEarDetail, ears[i]);
    for (let k = 0; k < 3; k++, at++) {
      const log = Math.log(detail[at]);
      logs[at] = share === 0 ? log : mix(log, most * Math.tanh(log / most), share);
    }
  }
  return logs;
}

const mirrored = (i: number, size: number): number => i - (i % size) + size - 1 - (i % size);

function mirrorWeight(own: number, other: number): number {
  const here = own * own * own * own + 1e-6;
  const there = other * other * other * other + 1e-6;
  return (1 - smoothstep(ownConfidence.from, ownConfidence.all, own)) * (there / (here + there));
}

function blendMirrored(
  logs: Float32Array,
  confidence: Float32Array,
  plain: Float32Array,
  { size }: AtlasLayout,
): Float32Array {
  const offset = new Float32Array(logs.length);
  const both = new Float32Array(confidence.length);
  for (let i = 0; i < both.length; i++) {
    const j = mirrored(i, size);
    both[i] = Math.min(confidence[i], confidence[j]) > ownConfidence.all ? plain[i] : 0;
    for (let k = 0; k < 3; k++) offset[3 * i + k] = logs[3 * i + k] - logs[3 * j + k];
  }
  fillHoles(offset, both, size);
  const blended = offset;
  for (let i = 0; i < both.length; i++) {
    const j = mirrored(i, size);
    const share = mirrorWeight(confidence[i], confidence[j]);
    for (let k = 0; k < 3; k++) {
      const at = 3 * i + k;
      blended[at] = mix(logs[at], logs[3 * j + k] + offset[at], share);
    }
  }
  return blended;
}

function fillHoles(values: Float32Array, weights: Float32Array, size: number): void {
  pullPush(values, weights, size, size);
  relax(values, weights, size, size, 4);
}
