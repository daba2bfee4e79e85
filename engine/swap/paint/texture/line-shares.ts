import { allocate, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { ramp } from '#engine/swap/ops/curves';

/** Coherence: pores and freckles have 0.2 to 0.4, as few of them never balance; one straight line has 1. */
const line = { from: 0.35, all: 0.7 };

/**
 * Where texture has one direction: coherence of structure tensors (Bigün and Granlund, "Optimal orientation detection of
 * linear symmetry", 1987).
 * @param texture address of width × height f32
 * @param radius of the window, cells
 * @returns columns × rows, 0–1
 */
export function lineShares(
  texture: number,
  { width, height }: Pixels,
  { cell, columns, rows }: Canvas,
  radius: number,
): Float32Array {
  const cells = columns * rows;
  const [across, down, mixed] = withScratch(() => {
    const tensors = allocate(12 * cells);
    kernels().gradientProducts(texture, width, height, cell, columns, rows, tensors, allocate(12 * width + 96));
    return [0, 1, 2].map((n) => floatsAt(tensors + 4 * n * cells, cells).slice());
  });
  for (const plane of [across, down, mixed]) boxBlur(plane, columns, rows, radius);
  return coherence(across, down, mixed);
}

/** Planes of the tensors' elements: `across` and `down` on the diagonal. @returns 0–1 by `line`; written over `across` */
function coherence(across: Float32Array, down: Float32Array, mixed: Float32Array): Float32Array {
  for (let i = 0; i < across.length; i++) {
    const difference = across[i] - down[i];
    const strength = Math.sqrt(difference * difference + 4 * mixed[i] * mixed[i]); // faster than Math.hypot
    across[i] = ramp(line.from, line.all, strength / (across[i] + down[i] + 1e-6));
  }
  return across;
}
