import { clamp } from '#engine/swap/ops/curves';
import { lightAt, lightOf } from '#engine/swap/ops/light';
import type { Tone } from './tone';

/** 0–255: bounds ratios of near-black. */
export const darkFloor = 12;
/** Of `warmth`: bounds ratios of grey skin. */
const leastWarmth = 0.05;

/** Skin that is less colourful than the photo's has paler spots and shade, too: their whole hue would turn it green. */
export function scaleHue(tone: Tone): void {
  for (let i = 0; i < tone.hue.length; i++) tone.hue[i] *= colourfulnessAt(tone, 3 * i);
}

/** Of the new skin beside the photo's, 0–1. */
export const colourfulnessAt = ({ base, low }: Tone, at: number): number =>
  relative(warmthAt(base, at), warmthAt(low, at));

/** As `colourfulnessAt`, of two colours, 0–255. */
export const colourfulness = (skin: readonly number[], photoSkin: readonly number[]): number =>
  relative(warmth(skin), warmth(photoSkin));

const relative = (own: number, photo: number): number =>
  clamp((own + leastWarmth) / Math.max(photo + leastWarmth, leastWarmth), 0, 1);

/** Red minus blue, over the light. */
const warmthAt = (rgb: Float32Array, at: number): number => (rgb[at] - rgb[at + 2]) / (lightAt(rgb, at) + darkFloor);

/** As `warmthAt`, of one colour. */
export const warmth = (rgb: readonly number[]): number => (rgb[0] - rgb[2]) / (lightOf(rgb) + darkFloor);
