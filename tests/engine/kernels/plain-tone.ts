/** Reference of one channel of `tone`. */

/** Compression above keeps the shape of shine. */
const shoulder = 226;

/**
 * @param grey lightness relative to `low`: 0 equal, −1 black.
 * @param hue see `hueShare`.
 */
export function toneChannel(value: number, base: number, low: number, gain: number, grey: number, hue: number): number {
  const plain = grey * low;
  return compress(base + (plain + hue * (value - low - plain)) * gain, base);
}

/** Near-black has hardly any hue: scaling it would turn brows blue. */
export function hueShare(grey: number, hue: number, darkHue: number): number {
  return grey > -0.2 ? hue : hue * Math.max(darkHue, 1 + 2.2 * (grey + 0.2));
}

/** Asymptotic towards white, above shoulder and base. */
export function compress(value: number, base: number): number {
  const knee = base > shoulder ? base : shoulder;
  if (value <= knee || knee >= 256) return value;
  const room = 256 - knee;
  const over = value - knee;
  return knee + (room * over) / (room + over);
}
