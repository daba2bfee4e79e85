import { allocate, withScratch, copyIn, floatsAt, kernels } from '#engine/kernels/memory';

/** Mean over (2·radius + 1)², in place, borders replicated; constant cost in the radius. */
export function boxBlur(plane: Float32Array, width: number, height: number, radius: number, passes = 1): void {
  withScratch(() => {
    const values = copyIn(plane);
    const [scratch, sums] = [allocate(plane.byteLength), allocate(8 * (width + 1))];
    kernels().boxBlur(values, width, height, radius, passes, scratch, sums);
    plane.set(floatsAt(values, plane.length));
  });
}

/** Within 3 % of a Gaussian of sigma ≈ radius (Wells, 1986). */
export function tripleBoxBlur(plane: Float32Array, width: number, height: number, radius: number): void {
  boxBlur(plane, width, height, radius, 3);
}

/**
 * Normalised convolution (Knutsson and Westin, 1993).
 * @param rgb,slow width × height × 3; `slow` is written.
 * @param weights width × height, above 0.
 * @param mass `weights` after `tripleBoxBlur` with the same radius.
 */
export function lowPassColours(
  rgb: Float32Array,
  weights: Float32Array,
  mass: Float32Array,
  width: number,
  height: number,
  radius: number,
  slow: Float32Array,
): void {
  withScratch(() => {
    const [colours, weighed, masses] = [rgb, weights, mass].map(copyIn);
    const result = allocate(rgb.byteLength);
    const [plane, scratch, sums] = [allocate(mass.byteLength), allocate(mass.byteLength), allocate(8 * (width + 1))];
    kernels().lowPassColours(colours, weighed, masses, width, height, radius, result, plane, scratch, sums);
    slow.set(floatsAt(result, slow.length));
  });
}
