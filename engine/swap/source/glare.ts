import { boxBlur } from '#engine/swap/ops/box-blur';
import { ramp } from '#engine/swap/ops/curves';
import type { AtlasLayout } from './atlas-layout';
import { eyeballs } from './eyeballs';
import type { Layers } from './layers';

/** Of detail: moist edges of lids reach 1.3 in hard light. */
const bright = { from: 1.35, all: 1.6 };
/** Green or blue over the mean of the channels: coated glass. */
const cold = { from: 1.05, all: 1.15 };
/** Share of the atlas: reflections have soft edges. */
const growth = 0.004;
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
  const confidence = layers.confidence.slice();
  for (let i = 0; i < glare.length; i++) confidence[i] *= 1 - ramp(0.05, 0.3, glare[i]);
  return { ...layers, confidence };
}
