import { allocate, computeFloats, copyIn, floatsAt, kernels } from '#engine/kernels/memory';

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
  const count = weights.length;
  return computeFloats(rgb.length, (slow) => {
    const trusted = allocate(4 * count);
    const mass = allocate(4 * count);
    const scratch = allocate(4 * count);
    const plane = allocate(4 * count);
    const sums = allocate(8 * (size + 1));
    kernels().addNumber(copyIn(weights), minWeight, count, trusted);
    floatsAt(mass, count).set(floatsAt(trusted, count));
    kernels().boxBlur(mass, size, size, radius, 3, scratch, sums);
    kernels().lowPassColours(copyIn(rgb), trusted, mass, size, size, radius, slow, plane, scratch, sums);
  });
}

const minWeight = 1e-4;
