import { lowPassColours, gaussianBlur } from '#engine/swap/ops/box-blur';

/**
 * Normalised convolution (Knutsson and Westin, 1993).
 * @param rgb size² × 3.
 * @param weights size², 0–1.
 * @param radiusShare blur radius over `size`.
 * @returns size² × 3; untrusted areas take the nearest tone.
 */
export function lowFrequency(
  rgb: Float32Array,
  weights: Float32Array,
  size: number,
  radiusShare: number,
): Float32Array {
  const radius = Math.max(1, Math.round(radiusShare * size));
  const trusted = new Float32Array(weights.length);
  for (let i = 0; i < trusted.length; i++) trusted[i] = weights[i] + minWeight;
  const mass = trusted.slice();
  gaussianBlur(mass, size, size, radius);
  const slow = new Float32Array(rgb.length);
  lowPassColours(rgb, trusted, mass, size, size, radius, slow);
  return slow;
}

const minWeight = 1e-4;
