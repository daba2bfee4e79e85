import { allocate, withScratch, copyIn, floatsAt, kernels } from '#engine/kernels/memory';

/**
 * Near-harmonic, in linear time (Gortler et al., "The Lumigraph", 1996).
 * @param values width × height × 3, overwritten where weight < 1.
 * @param weights width × height, 0 unknown … 1 known.
 */
export function pullPush(values: Float32Array, weights: Float32Array, width: number, height: number): void {
  withScratch(() => {
    const [filled, known] = [copyIn(values), copyIn(weights)];
    kernels().pullPush(filled, known, width, height, allocate(20 * width * height + 1024));
    values.set(floatsAt(filled, values.length));
  });
}

/**
 * Gauss–Seidel, against block artefacts of pull-push.
 * @param values as for `pullPush`.
 */
export function relax(
  values: Float32Array,
  weights: Float32Array,
  width: number,
  height: number,
  sweeps: number,
): void {
  withScratch(() => {
    const [moved, known] = [copyIn(values), copyIn(weights)];
    kernels().relax(moved, known, width, height, sweeps);
    values.set(floatsAt(moved, values.length));
  });
}
