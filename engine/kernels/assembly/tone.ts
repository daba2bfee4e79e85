/** From here on upwards colours are compressed rather than clipped. */
const SHOULDER: f32 = 226;

/**
 * The colours of a grid's cells through the tone of each, as `paint` does it for pixels.
 *
 * @param warped,base,low,gain,toned count × 3 single-precision numbers; `toned` is written, four bytes beyond its end too.
 * @param shine,hue count numbers each.
 */
export function toneCells(
  warped: usize,
  base: usize,
  low: usize,
  gain: usize,
  shine: usize,
  hue: usize,
  count: i32,
  toned: usize,
): void {
  for (let i = 0; i < count; i++) {
    const at = 12 * i;
    const slow = v128.load(low + at);
    const lowSum = f32x4.extract_lane(slow, 0) + f32x4.extract_lane(slow, 1) + f32x4.extract_lane(slow, 2);
    const own = load<f32>(shine + 4 * i);
    const colour = tone(
      v128.load(warped + at),
      v128.load(base + at),
      slow,
      v128.load(gain + at),
      lowSum,
      own,
      load<f32>(hue + 4 * i),
    );
    v128.store(toned + at, colour); // what is too much is the next cell's, and overwritten
  }
}

/** A colour of the source as one of the target: `toneChannel` for three channels, with `hueShare` and shine. */
export function tone(rgb: v128, base: v128, low: v128, gain: v128, lowSum: f32, shine: f32, hue: f32): v128 {
  const sum = f32x4.extract_lane(rgb, 0) + f32x4.extract_lane(rgb, 1) + f32x4.extract_lane(rgb, 2);
  const grey = sum / (lowSum + 1e-3) - 1;
  const plain = f32x4.mul(low, f32x4.splat(grey));
  const coloured = f32x4.mul(f32x4.splat(hueShare(grey, hue)), f32x4.sub(f32x4.sub(rgb, low), plain));
  const detail = f32x4.mul(f32x4.mul(f32x4.add(plain, coloured), gain), f32x4.splat(grey > 0 ? shine : 1));
  return compress(f32x4.add(base, detail), base);
}

function hueShare(grey: f32, hue: f32): f32 {
  const faded: f32 = 1 + 2.2 * (grey + 0.2);
  const kept = grey > -0.2 ? hue : hue * (faded > 0.2 ? faded : 0.2);
  return kept < 1 ? kept : 1;
}

/** Bends what is brighter than the shoulder, and than the base, towards white without reaching it. */
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
