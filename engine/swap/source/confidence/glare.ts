import { boxBlur } from '#engine/swap/ops/box-blur';
import { mix, ramp } from '#engine/swap/ops/curves';
import { dilate } from '#engine/swap/ops/morphology';
import type { AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import { eyeballs } from '#engine/swap/source/atlas/eyeballs';
import type { Layers } from '#engine/swap/source/photo/layers';

/** Of detail: moist edges of lids reach 1.3 in hard light. */
const bright = { from: 1.35, all: 1.6 };
/** Green or blue over the mean of the channels: coated glass. */
const cold = { from: 1.05, all: 1.15 };
/** Of green or blue, relative to the skin beside the glasses: below the eyes it is bluer than elsewhere. */
const mostTint = 1.03;
/** Share of the atlas: reflections have soft edges. */
const growth = 0.004;
/** Share of the atlas around a sparkle, and mean of what is hidden there: more is a reflection. */
const sparkleReach = 0.012;
const narrow = { from: 0.5, all: 0.35 };
/** Of the place around it, skin from which it is repaired. */
const enough = { from: 0.2, all: 0.4 };
/** Confidence: another photo that shows the place is preferred, its mirror image is not. */
const repairedShare = 0.7;
/** Share of the atlas: the white of the eye reaches beyond the landmarks, and lids shine beside lashes. */
const besideEyes = 0.012;

/**
 * Glasses reflect lamps and windows onto lids and cheeks.
 * @param lenses size², 0–1
 */
export function discountGlare(layers: Layers, lenses: Float32Array | undefined, layout: AtlasLayout): Layers {
  if (!lenses) return layers;
  const { detail } = layers;
  const eyes = eyeballs(layout);
  boxBlur(eyes, layout.size, layout.size, Math.round(besideEyes * layout.size), 2);
  const glare = new Float32Array(lenses.length);
  for (let i = 0; i < glare.length; i++) {
    if (lenses[i] === 0) continue;
    const light = (detail[3 * i] + detail[3 * i + 1] + detail[3 * i + 2]) / 3;
    const reflects = Math.max(
      ramp(bright.from, bright.all, light) * ramp(0.15, 0, eyes[i]),
      ramp(cold.from, cold.all, Math.max(detail[3 * i + 1], detail[3 * i + 2]) / light) * ramp(0.5, 0.3, eyes[i]),
    );
    glare[i] = lenses[i] * reflects;
  }
  boxBlur(glare, layout.size, layout.size, Math.max(1, Math.round(growth * layout.size)), 2);
  const hidden = glare.map((share) => ramp(0.05, 0.3, share));
  return repairSparkles({ ...layers, detail: withoutTint(layers, lenses, eyeballs(layout)) }, hidden, layout);
}

/** Fainter reflections of coated glass leave the skin about as light as it is, but tint it. @param eyes size², 0–1 */
function withoutTint({ light, detail, confidence }: Layers, lenses: Float32Array, eyes: Float32Array): Float32Array {
  const skin = [0, 0, 0];
  for (let i = 0; i < lenses.length; i++)
    for (let k = 0; k < 3; k++) skin[k] += confidence[i] * (1 - lenses[i]) * light[3 * i + k];
  const plain = detail.slice();
  for (let i = 0, j = 0; i < lenses.length; i++, j += 3) {
    const share = lenses[i] * (1 - eyes[i]);
    if (share === 0) continue;
    const own = [0, 1, 2].map((k) => light[j + k] * detail[j + k]);
    for (const k of [1, 2]) {
      const tint = coldness(own, k) / coldness(skin, k);
      plain[j + k] *= mix(1, Math.min(1, mostTint / tint), share);
    }
  }
  return plain;
}

/** Of a channel, over the mean of all. */
const coldness = (rgb: readonly number[], channel: number): number =>
  (3 * rgb[channel] + 1e-3) / (rgb[0] + rgb[1] + rgb[2] + 1e-3);

/**
 * Moist edges of lids sparkle in hard light. Their mirror image may be an iris: they become as the skin around, and only what
 * is wider counts as hidden.
 * @param hidden size², 0–1
 */
function repairSparkles({ light, detail, confidence }: Layers, hidden: Float32Array, layout: AtlasLayout): Layers {
  const { size } = layout;
  const radius = Math.max(1, Math.round(sparkleReach * size));
  const { first, end } = rowsOf(hidden, size, 6 * radius); // beyond the reach of the blurs
  const height = end - first;
  if (height <= 0) return { light, detail, confidence };
  const rows = (plane: Float32Array, channels = 1) => plane.subarray(channels * first * size, channels * end * size);
  const share = rows(hidden);
  const widest = share.slice();
  boxBlur(widest, size, height, radius, 2);
  dilate(widest, size, height, 2 * radius); // corners of a reflection belong to it
  const [eyes, shown] = [rows(eyeballs(layout)), rows(confidence)];
  const skin = share.map((own, i) => (1 - own) * (1 - eyes[i]) * shown[i]);
  const mass = skin.slice();
  boxBlur(mass, size, height, radius, 2);
  const sparkles = share.map(
    (own, i) => own * ramp(narrow.from, narrow.all, widest[i]) * ramp(enough.from, enough.all, mass[i]),
  );
  const [repaired, seen] = [detail.slice(), confidence.slice()];
  const [from, to] = [rows(detail, 3), rows(repaired, 3)];
  for (let k = 0; k < 3; k++) {
    const around = skin.map((weight, i) => weight * from[3 * i + k]);
    boxBlur(around, size, height, radius, 2);
    for (let i = 0; i < sparkles.length; i++)
      if (sparkles[i] > 0) to[3 * i + k] = mix(from[3 * i + k], around[i] / mass[i], sparkles[i]);
  }
  const seenRows = rows(seen);
  for (let i = 0; i < sparkles.length; i++) seenRows[i] *= 1 - share[i] + repairedShare * sparkles[i];
  return { light, detail: repaired, confidence: seen };
}

/** Rows with a value above 0, and a margin; none is `end` ≤ `first`. */
function rowsOf(plane: Float32Array, size: number, margin: number): { first: number; end: number } {
  const index = plane.findIndex((value) => value > 0);
  if (index < 0) return { first: 0, end: 0 };
  const last = plane.findLastIndex((value) => value > 0);
  return {
    first: Math.max(0, Math.floor(index / size) - margin),
    end: Math.min(size, Math.floor(last / size) + 1 + margin),
  };
}
