import { bytesAt } from '#engine/kernels/memory';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import type { LipPatch } from './lip-patch';

const strength = 0.8;
/** Red over green, relative to that of bare lips. */
const hair = { from: 0.95, all: 0.8 };
/** Light, relative to that of bare lips: gloss is pale, too. */
const gloss = { from: 1, to: 0.85 };
/** Lips of one colour equal their mean but for rounding. */
const almost = 0.999;

/** A moustache's hairs over the source's lips leave a grey film: there the lips get the hue of their bare part. */
export function colourLipsUnderHair(pixels: Pixels, { numbers, inside, weights }: LipPatch): void {
  const painted = bytesAt(pixels.painted, 3 * pixels.width * pixels.height);
  const shown = numbers.filter((_, i) => inside[i] > 0);
  const redness = (at: number) => (painted[at] + 1) / (painted[at + 1] + 1);
  const mean = shown.reduce((sum, number) => sum + redness(3 * number), 0) / shown.length;
  const bare = meanColour(
    painted,
    shown.filter((number) => redness(3 * number) >= almost * mean),
  );
  const bareRedness = (bare[0] + 1) / (bare[1] + 1);
  for (let i = 0; i < numbers.length; i++) {
    if (weights[i] === 0) continue;
    const at = 3 * numbers[i];
    const light = (painted[at] + painted[at + 1] + painted[at + 2]) / (bare[0] + bare[1] + bare[2] + 1);
    const share = ramp(hair.from, hair.all, redness(at) / bareRedness) * ramp(gloss.from, gloss.to, light);
    for (let k = 0; k < 3; k++) {
      painted[at + k] = clamp(mix(painted[at + k], light * bare[k], strength * weights[i] * share) + 0.5, 0, 255);
    }
  }
}

function meanColour(painted: Uint8Array, numbers: Int32Array): number[] {
  const sums = [0, 0, 0];
  for (const number of numbers) sums.forEach((_, k) => (sums[k] += painted[3 * number + k]));
  return sums.map((sum) => sum / numbers.length);
}
