import { clamp, mix } from '#engine/swap/ops/curves';
import { gaussianBlur } from '#engine/swap/ops/box-blur';
import { pigmentedFeatures } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import { eyeballs } from './eyeballs';
import type { Layers } from './layers';
import { lowFrequency } from './low-frequency';
import { logarithms } from './planes';

/** Shares of the atlas. Shadows are wider than a mole. */
const radiusShare = 0.012;
const strength = 0.6;
/** Faces are not fully symmetric. */
const lightStrength = 0.75;
const lightRadiusShare = 0.045;

/** Brows and lips become the mean of both halves; eyeballs stay, because gaze is not symmetric. */
export function symmetriseLight(layers: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const pigmented = zoneOverAtlas(layout, pigmentedFeatures);
  const eyes = eyeballs(layout);
  const middle = lowFrequency(layers.detail, confidenceBeside(eyes, layers.confidence), size, radiusShare);
  const detail = layers.detail.slice();
  const shade = logarithms(middle, 0);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size / 2; x++) {
      const i = y * size + x;
      const j = y * size + size - 1 - x;
      const plain = 1 - clamp(pigmented[i], 0, 1);
      const mirroredPlain = 1 - clamp(pigmented[j], 0, 1);
      for (let k = 0; k < 3; k++) {
        const own = shade[3 * i + k];
        const other = shade[3 * j + k];
        const even = 0.5 * (own + other);
        const eased = softClip(nearerNeutral(own, other)) - even;
        detail[3 * i + k] *= Math.exp(strength * (1 - eyes[i]) * clamp(even + plain * eased - own, -1, 1));
        detail[3 * j + k] *= Math.exp(strength * (1 - eyes[j]) * clamp(even + mirroredPlain * eased - other, -1, 1));
      }
    }
  }
  return { light: mirrorLight(layers, eyes), detail, confidence: layers.confidence };
}

function confidenceBeside(eyes: Float32Array, confidence: Float32Array): Float32Array {
  const weights = new Float32Array(eyes.length);
  for (let i = 0; i < weights.length; i++) weights[i] = (0.05 + confidence[i]) * (1 - eyes[i]);
  return weights;
}

/** Weighted by confidence. Side light would leave a step along the nose. Eyes are wet and reflect differently. */
function mirrorLight({ light, confidence }: Layers, eyes: Float32Array): Float32Array {
  const size = Math.sqrt(confidence.length);
  const slowConfidence = confidence.slice();
  gaussianBlur(slowConfidence, size, size, Math.round(lightRadiusShare * size));
  const logs = logarithms(light, 1);
  const even = new Float32Array(light.length);
  for (let i = 0; i < confidence.length; i++) {
    const x = i % size;
    const j = i - x + size - 1 - x;
    const own = slowConfidence[i] + 0.01;
    const other = slowConfidence[j] + 0.01;
    const share = lightStrength * (other / (own + other)) * (1 - eyes[i]);
    for (let k = 0; k < 3; k++) even[3 * i + k] = Math.exp(mix(logs[3 * i + k], logs[3 * j + k], share)) - 1;
  }
  return even;
}

function softClip(shade: number): number {
  const soft = 0.12;
  return Math.abs(shade) <= soft ? shade : Math.sign(shade) * (soft + 0.5 * (Math.abs(shade) - soft));
}

function nearerNeutral(a: number, b: number): number {
  const weightA = Math.exp(-8 * Math.abs(a));
  const weightB = Math.exp(-8 * Math.abs(b));
  return (weightA * a + weightB * b) / (weightA + weightB);
}
