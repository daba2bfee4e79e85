import { clamp, mix } from '#engine/swap/ops/curves';

/** Reference of the tone of one cell. */

/** Dark skin shows deep shade in any light. */
export const gainFor = (ratio: number): number => (ratio <= 1 ? ratio : ratio ** 0.7);

/** Shade takes the hue of the skin. */
export const channelFactor = (ratio: number, to: number, from: number): number =>
  clamp((to + 4) / (from + 4) / ratio, 0.4, 2.5);

/** Shine does not grow with skin brightness. */
export const shineFor = (ratio: number): number => (ratio <= 1 ? 1 : 1 / gainFor(ratio));

/** Amplified hue is mostly noise. */
export const hueFor = (ratio: number): number => (ratio <= 1 ? 1 : 1 / Math.sqrt(ratio));

export const boundedRatio = (to: number, from: number): number => clamp((to + 4) / (from + 4), 0.25, 4);

export const pigmentedHue = (lip: number, brow: number, share: number): number => mix(lip, brow, Math.min(1, share));

export const sumAt = (rgb: ArrayLike<number>, i: number): number => rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2];
