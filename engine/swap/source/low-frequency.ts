import { smoothBlur } from '../ops/box-blur';

/** Radius over which light is taken to be even, as a share of the atlas. */
const radiusShare = 0.05;

/**
 * The slow part of a picture, from its trusted texels alone (normalised convolution, Knutsson and Westin, 1993).
 *
 * @param rgb size² × 3.
 * @param weights size², 0–1.
 * @returns size² × 3; texels with nothing trusted near them keep a tiny weight and so the nearest tone there is.
 */
export function lowFrequency(rgb: Float32Array, weights: Float32Array, size: number): Float32Array {
  const radius = Math.max(1, Math.round(radiusShare * size));
  const scratch = new Float32Array(size * size);
  const mass = weights.map((weight) => weight + 1e-6);
  const slow = new Float32Array(rgb.length);
  const channels = [0, 1, 2].map((k) => mass.map((weight, i) => weight * rgb[3 * i + k]!));
  smoothBlur(mass, size, size, radius, scratch);
  channels.forEach((plane, k) => {
    smoothBlur(plane, size, size, radius, scratch);
    for (let i = 0; i < size * size; i++) slow[3 * i + k] = plane[i]! / Math.max(mass[i]!, 1e-12);
  });
  return slow;
}
