/** Reference of `tone`. */

/** Compression above keeps the shape of shine. */
const shoulder = 226;
const mostHueKept = 0.8;

interface CellTone {
  readonly base: ArrayLike<number>;
  readonly low: ArrayLike<number>;
  /** For detail as bright as this: with `shine` where it is brighter than the skin. */
  readonly gain: ArrayLike<number>;
  /** See `hueShare`. */
  readonly hue: number;
}

/** @param grey lightness relative to `low`: 0 equal, −1 black. */
export function toneColour(rgb: readonly number[], { base, low, gain, hue }: CellTone, grey: number): number[] {
  const toned = rgb.map((value, k) => {
    const plain = grey * low[k];
    return base[k] + (plain + hue * (value - low[k] - plain)) * gain[k];
  });
  const bent = toned.map((value, k) => compress(value, base[k]));
  const scale = Math.max(...bent) / Math.max(...toned, 1);
  const [brightest, darkest] = [Math.max(...Array.from(base)), Math.min(...Array.from(base))];
  const kept = Math.min(brightest / Math.max(darkest, 1) - 1, mostHueKept);
  return bent.map((value, k) => value + kept * (Math.min(scale * toned[k], value) - value));
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
