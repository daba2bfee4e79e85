import { clamp } from './curves';
import { lightOf } from './light';

/** 0–255: bounds ratios of near-black. */
export const darkFloor = 12;
/** Of warmth: bounds ratios of grey skin. */
const leastWarmth = 0.05;

/** Of a colour of 0–255: red minus blue, over the light. */
export const warmth = (rgb: readonly number[]): number => (rgb[0] - rgb[2]) / (lightOf(rgb) + darkFloor);

/** Of a colour of 0–255 beside that of the photo's skin: 0 grey, 1 as colourful or more. */
export const colourfulness = (colour: readonly number[], photoSkin: readonly number[]): number =>
  relativeWarmth(warmth(colour), warmth(photoSkin));

/** As `colourfulness`, of two warmths. */
export const relativeWarmth = (own: number, photo: number): number =>
  clamp((own + leastWarmth) / Math.max(photo + leastWarmth, leastWarmth), 0, 1);
