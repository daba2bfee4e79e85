import { ramp, smoothstep } from './curves';
import { channel, storeInterleaved } from './interleaved';
import { exp, log } from './logarithm';
import { covered, mirrored, mirroredChannel, mirroredPlane } from './mirror';
import { mix } from './sample';

// Planes: size² f32; colours: size² × 3 f32; `size` is a multiple of 4.

/**
 * Logarithms; beside the face at most `side`, on ears at most `ear`.
 * @param zone,ears,plain shares.
 * @param logs written; may be `detail`.
 */
export function boundDetail(
  detail: usize,
  zone: usize,
  ears: usize,
  plain: usize,
  side: f32,
  ear: f32,
  count: i32,
  logs: usize,
): void {
  for (let i = 0; i < count; i += 4, detail += 48, logs += 48) {
    const ofEar = v128.load(ears + 4 * i);
    const share = f32x4.mul(f32x4.pmax(v128.load(zone + 4 * i), ofEar), v128.load(plain + 4 * i));
    const most = mix(f32x4.splat(side), f32x4.splat(ear), ofEar);
    storeInterleaved(
      logs,
      bounded(log(channel(detail, 0)), most, share),
      bounded(log(channel(detail, 1)), most, share),
      bounded(log(channel(detail, 2)), most, share),
    );
  }
}

/** Mix with most · tanh(value / most). */
function bounded(value: v128, most: v128, share: v128): v128 {
  const one = f32x4.splat(1);
  const twice = exp(f32x4.mul(f32x4.splat(2), f32x4.div(value, most)));
  const tanh = f32x4.sub(one, f32x4.div(f32x4.splat(2), f32x4.add(twice, one)));
  return mix(value, f32x4.mul(most, tanh), share);
}

/**
 * @param offset written: own minus mirrored.
 * @param both written: `plain` where both halves are more confident than `least`, else 0.
 */
export function mirrorOffset(
  logs: usize,
  confidence: usize,
  plain: usize,
  least: f32,
  size: i32,
  offset: usize,
  both: usize,
): void {
  for (let i = 0; i < size * size; i += 4) {
    const j = mirrored(i, size);
    const weaker = f32x4.pmin(v128.load(confidence + 4 * i), mirroredPlane(confidence, j));
    const isKnown = f32x4.gt(weaker, f32x4.splat(least));
    v128.store(both + 4 * i, v128.and(isKnown, v128.load(plain + 4 * i)));
    const at = logs + 12 * i;
    storeInterleaved(
      offset + 12 * i,
      f32x4.sub(channel(at, 0), mirroredChannel(logs, j, 0)),
      f32x4.sub(channel(at, 1), mirroredChannel(logs, j, 1)),
      f32x4.sub(channel(at, 2), mirroredChannel(logs, j, 2)),
    );
  }
}

/**
 * @param offset changed: own mixed with the mirrored half, which is shifted by it.
 * @param from,all own confidence from which the mirrored half loses weight, and has none.
 */
export function blendMirrored(logs: usize, confidence: usize, from: f32, all: f32, size: i32, offset: usize): void {
  const one = f32x4.splat(1);
  for (let i = 0; i < size * size; i += 4) {
    const j = mirrored(i, size);
    const own = v128.load(confidence + 4 * i);
    const here = fourth(own);
    const there = fourth(mirroredPlane(confidence, j));
    const free = f32x4.sub(one, smoothstep(from, all, own));
    const share = f32x4.mul(free, f32x4.div(there, f32x4.add(here, there)));
    const to = offset + 12 * i;
    const at = logs + 12 * i;
    storeInterleaved(
      to,
      mix(channel(at, 0), f32x4.add(mirroredChannel(logs, j, 0), channel(to, 0)), share),
      mix(channel(at, 1), f32x4.add(mirroredChannel(logs, j, 1), channel(to, 1)), share),
      mix(channel(at, 2), f32x4.add(mirroredChannel(logs, j, 2), channel(to, 2)), share),
    );
  }
}

function fourth(value: v128): v128 {
  const square = f32x4.mul(value, value);
  return f32x4.add(f32x4.mul(square, square), f32x4.splat(1e-6));
}

/**
 * @param from,all confidence of the better half.
 * @param sure written: 0–1.
 * @param certain written: `plain` where sure.
 */
export function knownTexels(
  ids: usize,
  confidence: usize,
  below: usize,
  feature: usize,
  plain: usize,
  from: f32,
  all: f32,
  size: i32,
  sure: usize,
  certain: usize,
): void {
  for (let i = 0; i < size * size; i += 4) {
    const best = f32x4.pmax(v128.load(confidence + 4 * i), mirroredPlane(confidence, mirrored(i, size)));
    const shown = f32x4.pmax(v128.load(below + 4 * i), ramp(0.6, 0.95, v128.load(feature + 4 * i)));
    const known = v128.and(covered(ids + 2 * i), f32x4.mul(smoothstep(from, all, best), shown));
    v128.store(sure + 4 * i, known);
    v128.store(certain + 4 * i, v128.and(f32x4.gt(known, f32x4.splat(0.95)), v128.load(plain + 4 * i)));
  }
}

/** @param completed changed: exp of its mix with `whole`, by share. */
export function mixLogarithms(completed: usize, whole: usize, shares: usize, count: i32): void {
  for (let i = 0; i < count; i += 4, completed += 48, whole += 48, shares += 16) {
    const share = v128.load(shares);
    storeInterleaved(
      completed,
      exp(mix(channel(completed, 0), channel(whole, 0), share)),
      exp(mix(channel(completed, 1), channel(whole, 1), share)),
      exp(mix(channel(completed, 2), channel(whole, 2), share)),
    );
  }
}
