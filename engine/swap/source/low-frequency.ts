import { smoothBlur } from '../ops/box-blur';

/**
 * The slow part of a picture, from its trusted texels alone (normalised convolution, Knutsson and Westin, 1993).
 *
 * @param rgb size² × 3.
 * @param weights size², 0–1.
 * @param radiusShare of the smoothing, as a share of `size`.
 * @returns size² × 3; texels with nothing trusted near them keep a tiny weight and so the nearest tone there is.
 */
export function lowFrequency(
  rgb: Float32Array,
  weights: Float32Array,
  size: number,
  radiusShare: number,
): Float32Array {
  const radius = Math.max(1, Math.round(radiusShare * size));
  const scratch = new Float32Array(size * size);
  const plane = new Float32Array(size * size);
  const mass = weights.map((weight) => weight + leastWeight);
  smoothBlur(mass, size, size, radius, scratch);
  const slow = new Float32Array(rgb.length);
  for (let k = 0; k < 3; k++) {
    for (let i = 0; i < plane.length; i++) plane[i] = (weights[i] + leastWeight) * rgb[3 * i + k];
    smoothBlur(plane, size, size, radius, scratch);
    for (let i = 0; i < plane.length; i++) slow[3 * i + k] = plane[i] / mass[i];
  }
  return slow;
}

const leastWeight = 1e-4;
