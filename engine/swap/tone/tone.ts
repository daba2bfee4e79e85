import { allocate, withScratch, copyIn, floatsAt, kernels } from '#engine/kernels/memory';

/**
 * colour = base + gain · (source − low). Dark detail (brows, lashes, lips, creases) scales with the skin; shine hardly
 * does and is scaled by `gain · shine`.
 */
export interface Tone {
  /** cells × 3, 0–255. */
  readonly base: Float32Array;
  /** cells × 3, 0–255. */
  readonly low: Float32Array;
  /** cells × 3. */
  readonly gain: Float32Array;
  /** cells: for detail brighter than the skin. */
  readonly shine: Float32Array;
  /** cells: share of a detail's own hue, 0–1; the rest is the base's. */
  readonly hue: Float32Array;
  /** cells: least share of `hue` in the dark. */
  readonly darkHue: Float32Array;
}

// Calls without lists: destructuring a list of addresses takes V8's compiler longer than all else in these stages.

/** Address of cells × 3, within the caller's scratch. */
export function tonedCells(warped: Float32Array, { base, low, gain, shine, hue, darkHue }: Tone): number {
  const toned = allocate(base.byteLength);
  withScratch(() => {
    const from = copyIn(warped);
    const bases = copyIn(base);
    const lows = copyIn(low);
    const gains = copyIn(gain);
    const shines = copyIn(shine);
    const hues = copyIn(hue);
    kernels().toneCells(from, bases, lows, gains, shines, hues, copyIn(darkHue), shine.length, toned);
  });
  return toned;
}

/** @param plane changed through a copy in kernel memory. */
export function changeInPlace(plane: Float32Array, work: (address: number) => void): void {
  withScratch(() => {
    const address = copyIn(plane);
    work(address);
    plane.set(floatsAt(address, plane.length));
  });
}
