import { channel, storeInterleaved } from './interleaved';

/** Colours above are compressed. */
const SHOULDER: f32 = 226;
/**
 * Most of the hue that compressed colours keep: red skin reaches white first in red, and would turn yellow. Shine on pale
 * skin is white.
 */
const MOST_HUE_KEPT: f32 = 0.8;

/**
 * @param warped,base,low,gain,toned count × 3 f32; reads and writes ≤ 36 bytes beyond.
 * @param shine,hue,darkHue count f32; reads ≤ 12 bytes beyond.
 */
export function toneCells(
  warped: usize,
  base: usize,
  low: usize,
  gain: usize,
  shine: usize,
  hue: usize,
  darkHue: usize,
  count: i32,
  toned: usize,
): void {
  const one = f32x4.splat(1);
  for (let i = 0; i < count; i += 4) {
    const at = 12 * i;
    const red = channel(warped + at, 0);
    const green = channel(warped + at, 1);
    const blue = channel(warped + at, 2);
    const lowRed = channel(low + at, 0);
    const lowGreen = channel(low + at, 1);
    const lowBlue = channel(low + at, 2);
    const lowSum = f32x4.add(f32x4.add(lowRed, lowGreen), lowBlue);
    const sum = f32x4.add(f32x4.add(red, green), blue);
    const grey = f32x4.sub(f32x4.div(sum, f32x4.add(lowSum, f32x4.splat(1e-3))), one);
    const own = hueShares(grey, v128.load(hue + 4 * i), v128.load(darkHue + 4 * i));
    const factor = v128.bitselect(v128.load(shine + 4 * i), one, f32x4.gt(grey, f32x4.splat(0)));
    const baseRed = channel(base + at, 0);
    const baseGreen = channel(base + at, 1);
    const baseBlue = channel(base + at, 2);
    const newRed = toneOne(red, baseRed, lowRed, channel(gain + at, 0), grey, own, factor);
    const newGreen = toneOne(green, baseGreen, lowGreen, channel(gain + at, 1), grey, own, factor);
    const newBlue = toneOne(blue, baseBlue, lowBlue, channel(gain + at, 2), grey, own, factor);
    const bentRed = compress(newRed, baseRed);
    const bentGreen = compress(newGreen, baseGreen);
    const bentBlue = compress(newBlue, baseBlue);
    const most = f32x4.pmax(f32x4.pmax(f32x4.pmax(newRed, newGreen), newBlue), one);
    const scale = f32x4.div(f32x4.pmax(f32x4.pmax(bentRed, bentGreen), bentBlue), most);
    const brightest = f32x4.pmax(f32x4.pmax(baseRed, baseGreen), baseBlue);
    const kept = hueKept(brightest, f32x4.pmin(f32x4.pmin(baseRed, baseGreen), baseBlue));
    storeInterleaved(
      toned + at,
      keepHue(newRed, bentRed, scale, kept),
      keepHue(newGreen, bentGreen, scale, kept),
      keepHue(newBlue, bentBlue, scale, kept),
    );
  }
}

function hueShares(grey: v128, hue: v128, darkHue: v128): v128 {
  const edge = f32x4.splat(-0.2);
  const faded = f32x4.add(f32x4.splat(1), f32x4.mul(f32x4.splat(2.2), f32x4.sub(grey, edge)));
  const dark = f32x4.mul(hue, f32x4.pmax(darkHue, faded));
  return v128.bitselect(hue, dark, f32x4.gt(grey, edge));
}

function toneOne(value: v128, base: v128, low: v128, gain: v128, grey: v128, hue: v128, factor: v128): v128 {
  const plain = f32x4.mul(low, grey);
  const coloured = f32x4.mul(hue, f32x4.sub(f32x4.sub(value, low), plain));
  return f32x4.add(base, f32x4.mul(f32x4.mul(f32x4.add(plain, coloured), gain), factor));
}

/**
 * @param bent the value after `compress`
 * @param scale factor by which `compress` has reduced the brightest of the three channels
 * @param kept share of the hue, 0–1
 */
function keepHue(value: v128, bent: v128, scale: v128, kept: v128): v128 {
  const scaled = f32x4.pmin(f32x4.mul(value, scale), bent);
  return f32x4.add(bent, f32x4.mul(kept, f32x4.sub(scaled, bent)));
}

/** 0–1, more for more colourful skin. @param brightest,darkest of the base's three channels */
function hueKept(brightest: v128, darkest: v128): v128 {
  const one = f32x4.splat(1);
  const colourfulness = f32x4.sub(f32x4.div(brightest, f32x4.pmax(darkest, one)), one);
  return f32x4.pmin(colourfulness, f32x4.splat(MOST_HUE_KEPT));
}

export function tone(
  rgb: v128,
  base: v128,
  low: v128,
  gain: v128,
  lowSum: f32,
  shine: f32,
  hue: f32,
  darkHue: f32,
): v128 {
  const sum = f32x4.extract_lane(rgb, 0) + f32x4.extract_lane(rgb, 1) + f32x4.extract_lane(rgb, 2);
  const grey = sum / (lowSum + 1e-3) - 1;
  const plain = f32x4.mul(low, f32x4.splat(grey));
  const coloured = f32x4.mul(f32x4.splat(hueShare(grey, hue, darkHue)), f32x4.sub(f32x4.sub(rgb, low), plain));
  const detail = f32x4.mul(f32x4.mul(f32x4.add(plain, coloured), gain), f32x4.splat(grey > 0 ? shine : 1));
  const value = f32x4.add(base, detail);
  const bent = compress(value, base);
  const scale = f32x4.splat(mostOf(bent) / max(mostOf(value), 1));
  return keepHue(value, bent, scale, hueKept(f32x4.splat(mostOf(base)), f32x4.splat(leastOf(base))));
}

function mostOf(rgb: v128): f32 {
  return max(max(f32x4.extract_lane(rgb, 0), f32x4.extract_lane(rgb, 1)), f32x4.extract_lane(rgb, 2));
}

function leastOf(rgb: v128): f32 {
  return min(min(f32x4.extract_lane(rgb, 0), f32x4.extract_lane(rgb, 1)), f32x4.extract_lane(rgb, 2));
}

function hueShare(grey: f32, hue: f32, darkHue: f32): f32 {
  const faded: f32 = 1 + 2.2 * (grey + 0.2);
  return grey > -0.2 ? hue : hue * (faded > darkHue ? faded : darkHue);
}

/** Asymptotic towards white. */
function compress(value: v128, base: v128): v128 {
  const white = f32x4.splat(256);
  const knee = f32x4.pmax(base, f32x4.splat(SHOULDER));
  const above = f32x4.gt(value, knee);
  if (!v128.any_true(above)) return value;
  const bent = v128.and(above, f32x4.lt(knee, white));
  const room = f32x4.sub(white, knee);
  const over = f32x4.sub(value, knee);
  return v128.bitselect(f32x4.add(knee, f32x4.div(f32x4.mul(room, over), f32x4.add(room, over))), value, bent);
}
