import type { Box, Landmarks } from '#engine/types';
import { mouthOpenness } from '#engine/mesh/pose';
import { innerLipRing, TriangleClass, triangles } from '#engine/mesh/topology';
import { bytesAt, shortsAt } from '#engine/kernels/memory';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { uncovered } from '#engine/swap/geometry/raster';
import { ramp } from '#engine/swap/ops/curves';

/** Openness of a mouth that is a slit. */
const slit = { from: 0.1, all: 0.045 };
/** Closed lips show single pixels of it. */
const closed = { from: 0.012, to: 0.035 };
/** Of the light; more of red is left, as between lips. */
const shade = [0.55, 0.68, 0.66] as const;

/** Red over green of lips: teeth and shadow are less red. */
const lipstick = { from: 1.5, all: 2 };

/** Landmarks are not as exact as a slit is narrow: where they miss it, it shows the target's lipstick. */
export function shadeSlit(
  { width, height, ids, painted }: Pixels,
  target: Landmarks,
  destination: Landmarks,
  region: Box,
): void {
  const open = mouthOpenness(target);
  const share = ramp(slit.from, slit.all, open) * ramp(closed.from, closed.to, open);
  if (share === 0) return;
  const shown = shortsAt(ids, width * height);
  const bytes = bytesAt(painted, 3 * width * height);
  const edges = innerLipRing.map((vertex) => destination[3 * vertex + 1] - region.y);
  const first = Math.max(0, Math.floor(Math.min(...edges)));
  const last = Math.min(height, Math.ceil(Math.max(...edges)) + 1);
  for (let i = first * width; i < last * width; i++) {
    if (shown[i] === uncovered || triangles.classes[shown[i]] !== TriangleClass.mouth) continue;
    const own = share * ramp(lipstick.from, lipstick.all, bytes[3 * i] / (bytes[3 * i + 1] + 1));
    if (own === 0) continue;
    for (let k = 0; k < 3; k++) bytes[3 * i + k] *= 1 - own * shade[k];
  }
}
