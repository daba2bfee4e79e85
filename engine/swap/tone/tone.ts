import { allocate, withScratch, copyIn, floatsAt, kernels } from '#engine/kernels/memory';
import { clamp } from '#engine/swap/ops/curves';

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
}

/** cells × 3. */
export function applyToneToGrid(warped: Float32Array, tone: Tone, result: Float32Array): void {
  withScratch(() => {
    const { base, low, gain, shine, hue } = tone;
    const [from, bases, lows, gains, shines, hues] = [warped, base, low, gain, shine, hue].map(copyIn);
    const toned = allocate(result.byteLength);
    kernels().toneCells(from, bases, lows, gains, shines, hues, shine.length, toned);
    result.set(floatsAt(toned, result.length));
  });
}

/** Dark skin shows deep shade in any light. */
export const gainFor = (ratio: number): number => (ratio <= 1 ? ratio : ratio ** 0.7);

/** Shade takes the hue of the skin. */
export const channelFactor = (ratio: number, to: number, from: number): number =>
  clamp((to + 4) / (from + 4) / ratio, 0.4, 2.5);

/** Shine does not grow with skin brightness. */
export const shineFor = (ratio: number, gain = gainFor(ratio)): number => (ratio <= 1 ? 1 : 1 / gain);

/** Amplified hue is mostly noise. */
export const hueFor = (ratio: number): number => (ratio <= 1 ? 1 : 1 / Math.sqrt(ratio));

export const boundedRatio = (to: number, from: number): number => clamp((to + 4) / (from + 4), 0.25, 4);
