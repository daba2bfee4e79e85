import { mix, ramp } from '#engine/swap/ops/curves';
import { colourfulness } from '#engine/swap/ops/warmth';

/** Red, green, blue, 0–255. */
export type Colour = readonly number[];

export interface LipColours {
  readonly photo: Colour;
  /** Low-frequency skin of the photo and of the new face. */
  readonly photoSkin: Colour;
  readonly skin: Colour;
  readonly target: Colour;
}

export interface NewLips {
  readonly colour: Colour;
  /** Share of lipstick on the photo's lips, relit, and on the target's, 0–1. */
  readonly lipstick: number;
  readonly targetLipstick: number;
  /** Share of lipstick that the new face does not keep, 0–1. */
  readonly removed: number;
}

/** Red over green of lips, relative to the skin's. */
const lipstickRange = { from: 1.5, all: 2.2 };
/** Of lipstick where the target wears none; all of it below a moustache, since men with beards seldom wear any. */
const lessLipstick = 0.6;
/** Of the own hue of removed lipstick. */
const paleness = 0.75;
/** Of the missing colourfulness of the skin. */
const paleShare = 0.5;
/** Blue over green of lipstick where the target wears none, relative to the skin's. */
const mostBlueOfLipstick = 1.4;
/**
 * Blue over green of lips without lipstick: 0.92–1.07 in twelve photographs in plain light, hardly depending on the
 * skin; over the skin's, 0.94–1.19.
 */
const mostBlue = { absolute: 1.02, ofSkin: 1.13 };
/** Blue over green of skin: light is blue, and lips are as well. */
const blueLight = { from: 0.94, all: 1.08 };
/** Red over green of lips without lipstick: 1.4–2.1 in these photographs. */
const leastRed = { absolute: 1.42, ofSkin: 1.14 };

/** Red over green of the new skin, over that of the photo's. */
const asRuddy = { from: 0.88, all: 1 };

/**
 * The photo's lips in the light of the new skin.
 * @param moustache of the target, 0–1
 */
export function lipsInNewLight({ photo, photoSkin, skin, target }: LipColours, moustache: number): NewLips {
  const relit = photo.map((value, k) => (value * (skin[k] + 1)) / (photoSkin[k] + 1));
  const lipstick = lipstickOf(relit, skin);
  const targetLipstick = lipstickOf(target, skin);
  const added = lipstick * (1 - targetLipstick);
  const removed = added * mix(lessLipstick, 1, moustache);
  const natural = limitHue(lessColourful(relit, skin, photoSkin), skin, photo, photoSkin);
  const limited = relit.map((value, k) => mix(natural[k], value, lipstick));
  return { colour: paleLipstick(limited, skin, added, removed), lipstick, targetLipstick, removed };
}

/** Lips differ less from skin that is less colourful than the photo's. */
function lessColourful(relit: Colour, skin: Colour, photoSkin: Colour): number[] {
  const missing = 1 - colourfulness(skin, photoSkin);
  const light = lightness(relit) / lightness(skin);
  const pale = relit.map((value, k) => value * ((light * (skin[k] + 1)) / (value + 1)) ** (paleShare * missing));
  return pale.map((value) => (value * lightness(relit)) / lightness(pale));
}

const lipstickOf = (lips: Colour, skin: Colour): number =>
  ramp(lipstickRange.from, lipstickRange.all, redOverGreen(lips) / redOverGreen(skin));

/**
 * As light. Lips differ less in hue than skins do: those of ruddy or brown skin, relit like it, would turn purple and
 * pale on skin that is less so. Lips that are as pale in the photo stay so. Lips that are as blue stay so on skin as ruddy.
 */
function limitHue(lips: Colour, skin: Colour, photo: Colour, photoSkin: Colour): Colour {
  const [red, green, blue] = lips;
  const tint = blueOverGreen(skin);
  const ofSkin = mostBlue.ofSkin * tint;
  const usual = mix(Math.min(ofSkin, mostBlue.absolute), ofSkin, ramp(blueLight.from, blueLight.all, tint));
  const ofPhoto = blueOverGreen(photo);
  const isRuddy = ramp(asRuddy.from, asRuddy.all, redOverGreen(skin) / redOverGreen(photoSkin));
  const most = Math.max(usual, mix(Math.min(ofPhoto, mostBlue.absolute), ofPhoto, isRuddy));
  const least = Math.min(leastRed.absolute, leastRed.ofSkin * redOverGreen(skin), redOverGreen(photo));
  const limited = [Math.max(red, least * green), green, Math.min(blue, most * green)];
  return limited.map((value) => (value * lightness(lips)) / lightness(limited));
}

/**
 * As light, with less of their own hue. Crimson would turn purple.
 * @param added share of lipstick that the target's lips do not wear, 0–1
 */
function paleLipstick([red, green, blue]: Colour, skin: Colour, added: number, removed: number): Colour {
  const most = green * mostBlueOfLipstick * blueOverGreen(skin);
  const warm = [red, green, mix(blue, Math.min(blue, most), added)];
  const light = lightness(warm) / lightness(skin);
  return warm.map((value, k) => value * ((light * (skin[k] + 1)) / (value + 1)) ** (paleness * removed));
}

export const redOverGreen = ([red, green]: Colour): number => (red + 1) / (green + 1);

const blueOverGreen = ([, green, blue]: Colour): number => (blue + 1) / (green + 1);

export const lightness = (rgb: Colour): number => (rgb[0] + rgb[1] + rgb[2]) / 3 + 1;
