/** What the kernel `tone` does to three channels at a time, for one. */

/** From here on upwards colours are compressed rather than clipped, so that shine keeps its shape. */
const shoulder = 226;

/**
 * One channel of a colour through the tone.
 *
 * @param grey the colour's lightness relative to the slow part, 0 when equal, −1 black.
 * @param hue share of the detail's own hue, see `hueShare`.
 */
export function toneChannel(value: number, base: number, low: number, gain: number, grey: number, hue: number): number {
  const plain = grey * low;
  return compress(base + (plain + hue * (value - low - plain)) * gain, base);
}

/**
 * How much of a detail's own hue is kept. What is far darker than the skin has next to no colour left to scale: brows
 * would turn blue on the way from dark skin to pale.
 *
 * @param grey the detail's lightness relative to the skin, −1 black.
 */
export function hueShare(grey: number, hue: number): number {
  const kept = grey > -0.2 ? hue : hue * Math.max(0.2, 1 + 2.2 * (grey + 0.2));
  return kept < 1 ? kept : 1;
}

/** Bends what is brighter than the shoulder, and than the base, towards white without reaching it. */
export function compress(value: number, base: number): number {
  const knee = base > shoulder ? base : shoulder;
  if (value <= knee || knee >= 256) return value;
  const room = 256 - knee;
  const over = value - knee;
  return knee + (room * over) / (room + over);
}
