import { clamp } from './ops/curves';

/**
 * How a colour of the source becomes one of the target, cell by cell. A source colour is split into the slow part that
 * light and skin tone make and the detail that is the person's own; the slow part is replaced by the target's and the
 * detail carried over:
 *
 *   colour = base + gain · detail,   detail = source − low
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
  /** cells. */
  readonly shine: Float32Array;
}

/** From here on upwards colours are compressed rather than clipped, so that shine keeps its shape. */
const shoulder = 226;

/** One channel through the tone. */
export function applyTone(source: number, base: number, low: number, gain: number, shine: number): number {
  const detail = source - low;
  const value = base + detail * gain * (detail > 0 ? shine : 1);
  const knee = base > shoulder ? base : shoulder;
  if (value <= knee) return value;
  const room = 256 - knee;
  const over = value - knee;
  return room <= 0 ? value : knee + (room * over) / (room + over);
}

/** All three channels of every cell: the warped source as it will look, cells × 3. */
export function applyToneToGrid(warped: Float32Array, tone: Tone, result: Float32Array): void {
  for (let i = 0; i < tone.shine.length; i++) {
    for (let j = 3 * i; j < 3 * i + 3; j++) {
      result[j] = applyTone(warped[j]!, tone.base[j]!, tone.low[j]!, tone.gain[j]!, tone.shine[i]!);
    }
  }
}

/** What a ratio of tones does to shine, as a factor on top of it. */
export function shineFor(ratio: number): number {
  return ratio > 1 ? 1 / ratio : Math.min(1, 1 / Math.sqrt(ratio));
}

export const boundedRatio = (to: number, from: number): number => clamp((to + 4) / (from + 4), 0.25, 4);
