import type { Grid } from '#engine/swap/geometry/grid';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import type { Rgb } from '#engine/swap/source-types';
import type { Tone } from './tone';

/** 0–255: bounds ratios of near-black. */
const floor = 4;
/** Light of hair over that of the skin, missing to 1: paler hair cannot be told from skin. */
const dark = { from: 0.25, all: 0.45 };
/** Of the logarithm by which the new skin is lighter: a part of it is pale skin and no light. */
const lighter = 0.8;
/** Of the logarithm by which a channel of the new skin differs more than its light: pigment, and no light. */
const pigment = { share: 0.4, most: 0.12 };
/** Of differences of hue between hairs: grey ones and, least, dark ones. All of it would turn grey hair blue on pale skin. */
const hue = { most: 0.3, least: 0.2 };
/** Of any channel: more shows the noise of dark photos. */
const mostGain = 6;

/**
 * `relight` treats a beard as shade of the skin: it becomes as red as shade is, and pale on pale skin. Here it gets the
 * colour that its hair has in the new light; the skin between the hairs stays as it is.
 */
export function keepBeardColour({ hair, known, pigmented }: Grid, tone: Tone): void {
  if (!hair) return;
  const { colour } = hair;
  const { base, low, gain, shine } = tone;
  for (let i = 0, j = 0; i < shine.length; i++, j += 3) {
    const missing = 1 - lightAt(colour, 0) / (lightAt(low, j) + 1e-3);
    const sure = hair.share[i] * known[i] * (1 - clamp(pigmented[i], 0, 1));
    const share = sure * ramp(dark.from, dark.all, missing);
    if (share === 0) continue;
    const relit = inNewLight(colour, tone, j);
    const wanted = relit.map((value, k) => {
      const own = colour[k] - (1 - missing) * low[j + k];
      return Math.max(0, base[j + k] - value) / Math.max(missing * low[j + k] - hue.least * own, 1);
    });
    const bound = Math.min(1, mostGain / Math.max(...wanted));
    const before = lightAt(gain, j);
    for (let k = 0; k < 3; k++) gain[j + k] = mix(gain[j + k], bound * wanted[k], share);
    shine[i] *= Math.min(1, before / lightAt(gain, j)); // only what is darker than the skin is hair
    tone.hue[i] = mix(tone.hue[i], hue.most, share);
    tone.darkHue[i] = mix(tone.darkHue[i], hue.least / hue.most, share);
  }
}

/** Of a hue between that in the photo and that of the new skin. */
function inNewLight(hair: Rgb, { base, low }: Tone, at: number): Rgb {
  const ratio = (lightAt(base, at) + floor) / (lightAt(low, at) + floor);
  const light = lightAt(hair, 0) * (ratio > 1 ? ratio ** lighter : ratio);
  const channel = (k: number) => {
    const own = hair[k] / lightAt(hair, 0);
    const skin = base[at + k] / (lightAt(base, at) + 1e-3);
    const tint = Math.log((base[at + k] + floor) / (low[at + k] + floor) / ratio);
    const changed = own * Math.exp(tint - clamp(pigment.share * tint, -pigment.most, pigment.most));
    return light * clamp(changed, Math.min(own, skin), Math.max(own, skin));
  };
  return [channel(0), channel(1), channel(2)];
}

const lightAt = (rgb: ArrayLike<number>, at: number): number => (rgb[at] + rgb[at + 1] + rgb[at + 2]) / 3;
