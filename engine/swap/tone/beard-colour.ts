import type { Grid } from '#engine/swap/geometry/grid/grid';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import { lightAt, lightOf } from '#engine/swap/ops/light';
import type { Rgb } from '#engine/swap/source-types';
import type { Tone } from './tone';

/** 0–255: bounds ratios of near-black. */
const floor = 4;
/** By how much of the skin's light hair is darker than it: paler hair cannot be told from skin. */
const dark = { from: 0.25, all: 0.45 };
/** Of the logarithm by which the new skin is lighter: the rest is pale skin, and no light. */
const lighter = 0.8;
/** Of the logarithm by which a channel of the skin changes more than its light: this much is pigment, and no light. */
const pigment = { share: 0.4, most: 0.12 };
/** Share of a hair's own hue that stays: of grey hair, and of dark hair. All of it would turn grey hair blue on pale skin. */
const hue = { grey: 0.3, dark: 0.2 };
/** If a channel needs more, all get less: more shows the noise of dark photos. */
const mostGain = 12;
/** 0–255, between skin and hair: bounds gains of channels that a photo hardly has. */
const leastDepth = 1;

/**
 * `relight` treats a beard as shade of the skin: it becomes as red as shade is, and pale on pale skin. Here it gets the
 * colour that its hair has in the new light; the skin between the hairs stays as it is.
 */
export function keepBeardColour({ hair, pigmented }: Grid, tone: Tone): void {
  if (!hair) return;
  const { colour } = hair;
  const { base, low, gain, shine } = tone;
  const hairLight = lightOf(colour);
  const wanted = [0, 0, 0];
  for (let i = 0, j = 0; i < shine.length; i++, j += 3) {
    const share = hair.share[i] * (1 - clamp(pigmented[i], 0, 1));
    if (share === 0) continue;
    const skinLight = lightAt(low, j);
    const missing = 1 - hairLight / (skinLight + 1e-3);
    const sure = share * ramp(dark.from, dark.all, missing);
    if (sure === 0) continue;
    inNewLight(colour, tone, j, wanted);
    for (let k = 0; k < 3; k++) {
      const own = colour[k] - (1 - missing) * low[j + k];
      const depth = Math.max(missing * low[j + k] - hue.dark * own, leastDepth);
      wanted[k] = Math.max(0, base[j + k] - wanted[k]) / depth;
    }
    const bound = Math.min(1, mostGain / Math.max(wanted[0], wanted[1], wanted[2], 1e-3));
    const before = lightAt(gain, j);
    for (let k = 0; k < 3; k++) gain[j + k] = mix(gain[j + k], bound * wanted[k], sure);
    shine[i] *= Math.min(1, before / (lightAt(gain, j) + 1e-3)); // only what is darker than the skin is hair
    tone.hue[i] = mix(tone.hue[i], hue.grey, sure);
    tone.darkHue[i] = mix(tone.darkHue[i], hue.dark / hue.grey, sure);
  }
}

/** Of a hue between that in the photo and that of the new skin. @param relit 0–255, written */
function inNewLight(hair: Rgb, { base, low }: Tone, at: number, relit: number[]): void {
  const [hairLight, skinLight] = [lightOf(hair) + 1e-3, lightAt(base, at) + 1e-3];
  const ratio = (skinLight + floor) / (lightAt(low, at) + floor);
  const light = hairLight * (ratio > 1 ? ratio ** lighter : ratio);
  for (let k = 0; k < 3; k++) {
    const own = hair[k] / hairLight;
    const skin = base[at + k] / skinLight;
    const tint = Math.log((base[at + k] + floor) / (low[at + k] + floor) / ratio);
    const changed = own * Math.exp(tint - clamp(pigment.share * tint, -pigment.most, pigment.most));
    relit[k] = light * clamp(changed, Math.min(own, skin), Math.max(own, skin));
  }
}
