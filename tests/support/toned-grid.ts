import { floatsAt, withScratch } from '#engine/kernels/memory';
import { tonedCells, type Tone } from '#engine/swap/tone/tone';

/** @param result cells × 3, written. */
export function applyToneToGrid(warped: Float32Array, tone: Tone, result: Float32Array): void {
  withScratch(() => {
    const toned = tonedCells(warped, tone);
    result.set(floatsAt(toned, result.length));
  });
}
