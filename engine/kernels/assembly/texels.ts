import { clamp, ramp, rest, smoothstep, unit } from './curves';
import { channel, storeInterleaved } from './interleaved';
import { covered } from './mirror';

// Planes: count f32; colours: count × 3 f32; `count` is a multiple of 4.

/** @param seen 0 edge-on to 1 facing the camera. @param bare written: seen and not hidden; 0 outside the face. */
export function bareTexels(ids: usize, seen: usize, hidden: usize, count: i32, bare: usize): void {
  for (let i = 0; i < count; i += 4) {
    const facing = v128.load(seen + 4 * i);
    const slightly = f32x4.mul(f32x4.splat(0.35), ramp(0, 0.08, facing));
    const share = f32x4.add(slightly, f32x4.mul(f32x4.splat(0.65), ramp(0.12, 0.42, facing)));
    const free = f32x4.mul(share, f32x4.sub(f32x4.splat(1), v128.load(hidden + 4 * i)));
    v128.store(bare + 4 * i, v128.and(covered(ids + 2 * i), free));
  }
}

/** visible · (1 − rims) · (1 − torn · chin). */
export function freeTexels(visible: usize, rims: usize, chin: usize, torn: f32, count: i32, free: usize): void {
  const one = f32x4.splat(1);
  for (let at = 0; at < 4 * count; at += 16) {
    const clear = f32x4.mul(v128.load(visible + at), f32x4.sub(one, v128.load(rims + at)));
    const shut = f32x4.sub(one, f32x4.mul(f32x4.splat(torn), v128.load(chin + at)));
    v128.store(free + at, f32x4.mul(clear, shut));
  }
}

/** @param soft written: confidence, and 1 outside the face. */
export function outsideAsOne(ids: usize, confidence: usize, count: i32, soft: usize): void {
  for (let i = 0; i < count; i += 4)
    v128.store(soft + 4 * i, v128.bitselect(v128.load(confidence + 4 * i), f32x4.splat(1), covered(ids + 2 * i)));
}

/** @param soft changed: confidence · smoothstep(0.35, 0.85, soft). */
export function featherConfidence(soft: usize, confidence: usize, count: i32): void {
  for (let at = 0; at < 4 * count; at += 16)
    v128.store(soft + at, f32x4.mul(v128.load(confidence + at), smoothstep(0.35, 0.85, v128.load(soft + at))));
}

/** @param from count f32. @param to likewise. @param share of `to`. @param mixed likewise, written; may be `from`. */
export function mixPlanes(from: usize, to: usize, share: f32, count: i32, mixed: usize): void {
  for (let at = 0; at < 4 * count; at += 16) {
    const start = v128.load(from + at);
    const way = f32x4.mul(f32x4.splat(share), f32x4.sub(v128.load(to + at), start));
    v128.store(mixed + at, f32x4.add(start, way));
  }
}

/** Sums of squares of `cell` texels, over their number. @param means (size / cell)² f32, written. */
export function squareMeans(plane: usize, size: i32, cell: i32, means: usize): void {
  const side = size / cell;
  const share: f32 = 1.0 / <f32>(cell * cell);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      let sum: f32 = 0;
      for (let y = row * cell; y < (row + 1) * cell; y++)
        for (let x = column * cell; x < (column + 1) * cell; x++) sum += load<f32>(plane + 4 * (y * size + x));
      store<f32>(means + 4 * (row * side + column), sum * share);
    }
}

/** Times a plane of (size / cell)², enlarged bilinearly. @param plane changed. */
export function timesEnlarged(plane: usize, small: usize, size: i32, cell: i32): void {
  const side = size / cell;
  const last = <f32>(side - 1);
  for (let row = 0; row < size; row++) {
    const y = max<f32>(0, min<f32>(last, (<f32>row + 0.5) / <f32>cell - 0.5));
    const top = min(side - 2, <i32>y);
    const down = y - <f32>top;
    const upper = small + 4 * side * top;
    const lower = upper + 4 * side;
    for (let column = 0; column < size; column++, plane += 4) {
      const own = load<f32>(plane);
      if (own == 0) continue;
      const x = max<f32>(0, min<f32>(last, (<f32>column + 0.5) / <f32>cell - 0.5));
      const left = min(side - 2, <i32>x);
      const across = x - <f32>left;
      const above = between(upper + 4 * left, across);
      store<f32>(plane, own * (above + (between(lower + 4 * left, across) - above) * down));
    }
  }
}

function between(at: usize, share: f32): f32 {
  const left = load<f32>(at);
  return left + (load<f32>(at, 4) - left) * share;
}

/** Of confidence on plain skin. @param certain written: 1 above a half. @param trusted written: with a least weight. */
export function skinWeights(confidence: usize, feature: usize, count: i32, certain: usize, trusted: usize): void {
  for (let at = 0; at < 4 * count; at += 16) {
    const weight = f32x4.mul(v128.load(confidence + at), rest(v128.load(feature + at)));
    v128.store(certain + at, v128.and(f32x4.gt(weight, f32x4.splat(0.5)), f32x4.splat(1)));
    v128.store(trusted + at, f32x4.add(weight, f32x4.splat(0.02)));
  }
}

/** @param detail written: (rgb + floor) / (light + floor), 0.02–5; 1 outside the face. */
export function divideLight(ids: usize, rgb: usize, light: usize, floor: f32, count: i32, detail: usize): void {
  for (let i = 0; i < count; i += 4, rgb += 48, light += 48, detail += 48) {
    const shown = covered(ids + 2 * i);
    storeInterleaved(
      detail,
      quotient(channel(rgb, 0), channel(light, 0), floor, shown),
      quotient(channel(rgb, 1), channel(light, 1), floor, shown),
      quotient(channel(rgb, 2), channel(light, 2), floor, shown),
    );
  }
}

function quotient(value: v128, light: v128, floor: f32, shown: v128): v128 {
  const least = f32x4.splat(floor);
  const ratio = f32x4.div(f32x4.add(value, least), f32x4.add(light, least));
  return v128.bitselect(clamp(ratio, 0.02, 5), f32x4.splat(1), shown);
}

/** @param bytes count numbers, written: (light + floor) · detail − floor, rounded. */
export function multiplyLight(light: usize, detail: usize, floor: f32, count: i32, bytes: usize): void {
  const least = f32x4.splat(floor);
  for (let i = 0; i < count; i += 4) {
    const product = f32x4.mul(f32x4.add(v128.load(light + 4 * i), least), v128.load(detail + 4 * i));
    const whole = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.sub(product, least)));
    const words = i16x8.narrow_i32x4_s(whole, whole);
    v128.store_lane<u32>(bytes + i, i8x16.narrow_i16x8_u(words, words), 0);
  }
}

/** @param inside written: the larger of confidence and pigmented. */
export function skinOrFeature(confidence: usize, pigmented: usize, count: i32, inside: usize): void {
  for (let at = 0; at < 4 * count; at += 16)
    v128.store(inside + at, f32x4.pmax(v128.load(confidence + at), unit(v128.load(pigmented + at))));
}

/**
 * @param confidence changed: less where it is dark at the edge of the skin.
 * @param inside blurred skin.
 * @param shade plane: lightness of detail of low frequency.
 */
export function discountShadow(confidence: usize, inside: usize, pigmented: usize, shade: usize, count: i32): void {
  const one = f32x4.splat(1);
  for (let i = 0; i < count; i += 4) {
    const outer = f32x4.sub(one, smoothstep(0.8, 0.995, v128.load(inside + 4 * i)));
    const atEdge = f32x4.mul(outer, rest(v128.load(pigmented + 4 * i)));
    const dark = ramp(0.97, 0.88, v128.load(shade + 4 * i));
    const free = f32x4.sub(one, f32x4.mul(atEdge, dark));
    v128.store(confidence + 4 * i, f32x4.mul(v128.load(confidence + 4 * i), free));
  }
}

/** @param sums written: plane + number. */
export function addNumber(plane: usize, value: f32, count: i32, sums: usize): void {
  for (let at = 0; at < 4 * count; at += 16)
    v128.store(sums + at, f32x4.add(v128.load(plane + at), f32x4.splat(value)));
}

/** @param plain written: 1 − pigmented, bounded to 0–1. */
export function plainTexels(pigmented: usize, count: i32, plain: usize): void {
  for (let at = 0; at < 4 * count; at += 16) v128.store(plain + at, rest(v128.load(pigmented + at)));
}
