import type { Box, Landmarks } from '#engine/types';
import { mouthOpenness } from '#engine/mesh/pose';
import { bytesAt } from '#engine/kernels/memory';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { ramp } from '#engine/swap/ops/curves';
import { visitMouth } from './mouth-pixels';

/** Openness of a mouth that is a slit. */
const slit = { from: 0.1, all: 0.045 };
/** Closed lips show single pixels of it. */
const closed = { from: 0.012, to: 0.035 };
/** Of the light; more of red is left, as between lips. */
const shade = [0.55, 0.68, 0.66] as const;

/** Red over green of lips: teeth and shadow are less red. */
const lipstick = { from: 1.5, all: 2 };

/** Landmarks are not as exact as a slit is narrow: where they miss it, it shows the target's lipstick. */
export function shadeSlit(pixels: Pixels, target: Landmarks, destination: Landmarks, region: Box): void {
  const open = mouthOpenness(target);
  const share = ramp(slit.from, slit.all, open) * ramp(closed.from, closed.to, open);
  if (share === 0) return;
  const bytes = bytesAt(pixels.painted, 3 * pixels.width * pixels.height);
  visitMouth(pixels, destination, region, (i) => {
    const own = share * ramp(lipstick.from, lipstick.all, bytes[3 * i] / (bytes[3 * i + 1] + 1));
    if (own === 0) return;
    for (let k = 0; k < 3; k++) bytes[3 * i + k] *= 1 - own * shade[k];
  });
}
