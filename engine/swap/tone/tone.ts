import { allocate, withScratch, copyIn, floatsAt, kernels } from '#engine/kernels/memory';
import { clamp } from '#engine/swap/ops/curves';

/**
 * How a colour of the source becomes one of the target, cell by cell. A source colour is split into the slow part that
 * light and skin tone make and the detail that is the person's own; the slow part is replaced by the target's and the
 * detail carried over:
 *
 *   colour = base + gain · detail,   detail ≈ source − low
 *
 * Detail darker than the skin (brows, lashes, lips, creases) is absorbed light and scales with the skin it lies on, so
 * `gain` is the ratio of the tones. Detail brighter than the skin (shine on nose and cheek) is reflected at the surface
 * and hardly cares what colour is beneath, so it is scaled by `gain · shine` instead.
 */
export interface Tone {
  /** cells × 3, 0–255. */
  readonly base: Float32Array;
  /** cells × 3, 0–255. */
  readonly low: Float32Array;
  /** cells × 3. */
  readonly gain: Float32Array;
  /** cells: factor on details brighter than the skin. */
  readonly shine: Float32Array;
  /** cells: how much of a detail's own hue is kept, 0–1; the rest is shaded in the hue of the base. */
  readonly hue: Float32Array;
}

/** Colours the warped source of every cell as it will look: cells × 3. */
export function applyToneToGrid(warped: Float32Array, tone: Tone, result: Float32Array): void {
  withScratch(() => {
    const { base, low, gain, shine, hue } = tone;
    const [from, bases, lows, gains, shines, hues] = [warped, base, low, gain, shine, hue].map(copyIn);
    const toned = allocate(result.byteLength);
    kernels().toneCells(from, bases, lows, gains, shines, hues, shine.length, toned);
    result.set(floatsAt(toned, result.length));
  });
}

/**
 * How detail darker than the skin scales when the skin becomes `ratio` times as bright. Less than the full ratio on the
 * way up: dark skin shows deep shade in any light.
 */
export const gainFor = (ratio: number): number => (ratio <= 1 ? ratio : ratio ** 0.7);

/**
 * Factor on top of the gain for one channel where skin becomes `ratio` times as bright: less than the channel's own ratio
 * by the same factor in all three, so that shade has the hue of the skin it falls on.
 */
export const channelFactor = (ratio: number, to: number, from: number): number =>
  clamp((to + 4) / (from + 4) / ratio, 0.4, 2.5);

/** Factor on top of the gain for shine, which does not grow with the skin beneath. */
export const shineFor = (ratio: number, gain = gainFor(ratio)): number => (ratio <= 1 ? 1 : 1 / gain);

/** Factor on the detail's own hue: when it has to be amplified, it is mostly noise and coloured light. */
export const hueFor = (ratio: number): number => (ratio <= 1 ? 1 : 1 / Math.sqrt(ratio));

export const boundedRatio = (to: number, from: number): number => clamp((to + 4) / (from + 4), 0.25, 4);
