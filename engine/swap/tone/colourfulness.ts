import { lightAt } from '#engine/swap/ops/light';
import { darkFloor, relativeWarmth } from '#engine/swap/ops/warmth';
import type { Tone } from './tone';

/** Skin that is less colourful than the photo's has paler spots and shade, too: their whole hue would turn it green. */
export function scaleHue(tone: Tone): void {
  for (let i = 0; i < tone.hue.length; i++) tone.hue[i] *= colourfulnessAt(tone, 3 * i);
}

/** Of the new skin beside the photo's, 0–1. */
export const colourfulnessAt = ({ base, low }: Tone, at: number): number =>
  relativeWarmth(warmthAt(base, at), warmthAt(low, at));

/** As `warmth`, of a plane. */
const warmthAt = (rgb: Float32Array, at: number): number => (rgb[at] - rgb[at + 2]) / (lightAt(rgb, at) + darkFloor);
