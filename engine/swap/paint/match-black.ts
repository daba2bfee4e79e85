import { bytesAt, shortsAt } from '#engine/kernels/memory';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { uncovered } from '#engine/swap/geometry/raster';

/** Share of the face's pixels that count as its black: pupils, nostrils and lashes. */
const darkShare = 0.004;
/** Of 255: from this opacity on, a pixel is the new face's. */
const opaque = 128;
/** Values up to this many times the target's black, and as much more, are lifted. */
const reach = { times: 2, more: 24 };
/** Differences below, 0–255, are not seen. */
const leastLift = 3;

/**
 * In haze, in the dark and in soft pictures nothing is black: the lashes and nostrils of a clear photo would be the only
 * black there. Lifts each channel's darkest values to the target's.
 */
export function matchBlack({ width, height, ids, original, painted, alpha }: Pixels): void {
  const count = width * height;
  const covered = shortsAt(ids, count);
  const fresh = bytesAt(alpha, count);
  const before = bytesAt(original, 3 * count);
  const after = bytesAt(painted, 3 * count);
  for (let k = 0; k < 3; k++) {
    const own = darkest(before, k, (i) => covered[i] !== uncovered);
    const lift = own - darkest(after, k, (i) => fresh[i] >= opaque);
    if (lift < leastLift) continue;
    const end = reach.times * own + reach.more;
    const curve = Uint8Array.from({ length: 256 }, (_, value) => value + lift * Math.max(0, 1 - value / end) + 0.5);
    for (let i = 0; i < count; i++) {
      if (fresh[i] === 0) continue;
      const value = after[3 * i + k];
      after[3 * i + k] = value + ((curve[value] - value) * fresh[i]) / 255;
    }
  }
}

/** The value that `darkShare` of the chosen pixels do not exceed. @param k channel */
function darkest(rgb: Uint8Array, k: number, isChosen: (pixel: number) => boolean): number {
  const histogram = new Uint32Array(256);
  let total = 0;
  for (let i = 0; 3 * i < rgb.length; i++) {
    if (!isChosen(i)) continue;
    histogram[rgb[3 * i + k]]++;
    total++;
  }
  let value = 0;
  for (let seen = histogram[0]; seen < darkShare * total && value < 255; seen += histogram[value]) value++;
  return value;
}
