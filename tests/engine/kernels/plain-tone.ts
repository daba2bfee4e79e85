/** Reference implementation of the kernel `tone`, for one channel. */

/** Above, colours are compressed to keep the shape of shine. */
const shoulder = 226;

/**
 * Tones one channel.
 *
 * @param grey lightness relative to `low`: 0 equal, −1 black.
 * @param hue share of the detail's own hue, see `hueShare`.
 */
export function toneChannel(value: number, base: number, low: number, gain: number, grey: number, hue: number): number {
  const plain = grey * low;
  return compress(base + (plain + hue * (value - low - plain)) * gain, base);
}

/** Near-black has hardly any hue to scale: brows would turn blue from dark skin to pale. */
export function hueShare(grey: number, hue: number): number {
  const kept = grey > -0.2 ? hue : hue * Math.max(0.2, 1 + 2.2 * (grey + 0.2));
  return kept < 1 ? kept : 1;
}

/** Compresses values above shoulder and base asymptotically towards white. */
export function compress(value: number, base: number): number {
  const knee = base > shoulder ? base : shoulder;
  if (value <= knee || knee >= 256) return value;
  const room = 256 - knee;
  const over = value - knee;
  return knee + (room * over) / (room + over);
}
