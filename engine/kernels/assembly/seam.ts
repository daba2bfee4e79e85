import { clamp } from './curves';
import { channel, storeInterleaved } from './interleaved';
import { mix } from './sample';

// Planes: count f32, ≤ 12 bytes read or written beyond. Colours: count × 3 f32, ≤ 36 bytes beyond.

/**
 * @param toned changed: the target minus it where the seam is known, else 0.
 * @param largest bound of the difference.
 * @param inside weight away from the seam.
 * @param weights written.
 */
export function seamDifference(
  toned: usize,
  target: usize,
  feather: usize,
  skin: usize,
  covered: usize,
  features: usize,
  count: i32,
  largest: f32,
  inside: f32,
  weights: usize,
): void {
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (let i = 0; i < count; i += 4, toned += 48, target += 48) {
    const soft = v128.load(feather + 4 * i);
    const rim = f32x4.sub(one, soft);
    const isSkin = v128.and(
      f32x4.gt(v128.load(covered + 4 * i), zero),
      f32x4.le(v128.load(features + 4 * i), f32x4.splat(0.6)),
    );
    const known = v128.and(isSkin, f32x4.mul(f32x4.mul(rim, rim), v128.load(skin + 4 * i)));
    const deep = v128.and(f32x4.gt(soft, f32x4.splat(0.9)), f32x4.splat(inside));
    const partly = f32x4.pmax(f32x4.mul(f32x4.splat(0.6), known), deep);
    v128.store(weights + 4 * i, v128.bitselect(one, partly, f32x4.gt(known, f32x4.splat(0.9))));
    const isKnown = f32x4.gt(known, zero);
    storeInterleaved(
      toned,
      v128.and(isKnown, clamp(f32x4.sub(channel(target, 0), channel(toned, 0)), -largest, largest)),
      v128.and(isKnown, clamp(f32x4.sub(channel(target, 1), channel(toned, 1)), -largest, largest)),
      v128.and(isKnown, clamp(f32x4.sub(channel(target, 2), channel(toned, 2)), -largest, largest)),
    );
  }
}

/** base + mix(1, inside, feather) · change. @param base changed. */
export function addFading(base: usize, change: usize, feather: usize, inside: f32, count: i32): void {
  const one = f32x4.splat(1);
  for (let i = 0; i < count; i += 4, base += 48, change += 48, feather += 16) {
    const share = mix(one, f32x4.splat(inside), v128.load(feather));
    storeInterleaved(
      base,
      f32x4.add(channel(base, 0), f32x4.mul(share, channel(change, 0))),
      f32x4.add(channel(base, 1), f32x4.mul(share, channel(change, 1))),
      f32x4.add(channel(base, 2), f32x4.mul(share, channel(change, 2))),
    );
  }
}
