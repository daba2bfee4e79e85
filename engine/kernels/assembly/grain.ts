/** Press et al., "Numerical Recipes". */
const MULTIPLIER: i32 = 1664525;
const INCREMENT: i32 = 1013904223;
/** Of the sum of four random bytes. */
const MEAN: i32 = 510;
const DEVIATION: f32 = 147.8;

/**
 * Nearly Gaussian; deterministic for a seed.
 * @param rgb width × height × 3 bytes.
 * @param alpha width × height bytes; read four at a time.
 * @param deviation 0–255.
 */
export function grain(rgb: usize, alpha: usize, width: i32, height: i32, deviation: f32, seed: i32): void {
  const scale = f32x4.splat(deviation / (255 * DEVIATION));
  const half = f32x4.splat(0.5);
  let random = seed;
  for (let y = 0; y < height; y++) {
    let state = nextFour(random);
    for (let x = 0; x < width; x += 4, rgb += 12, alpha += 4) {
      const four = min(4, width - x);
      const bytes = load<u32>(alpha);
      if (bytes != 0) {
        const share = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(i32x4.splat(bytes))));
        const noise = f32x4.floor(f32x4.add(half, f32x4.mul(f32x4.mul(bell(state), share), scale)));
        addGrey(rgb, i32x4.trunc_sat_f32x4_s(noise), four);
      }
      random = lane(state, four - 1);
      state = afterFour(state);
    }
    const beyond = (4 - (width & 3)) & 3;
    rgb -= 3 * beyond;
    alpha -= beyond;
  }
}

function nextFour(random: i32): v128 {
  let state = i32x4.splat(0);
  random = MULTIPLIER * random + INCREMENT;
  state = i32x4.replace_lane(state, 0, random);
  random = MULTIPLIER * random + INCREMENT;
  state = i32x4.replace_lane(state, 1, random);
  random = MULTIPLIER * random + INCREMENT;
  state = i32x4.replace_lane(state, 2, random);
  random = MULTIPLIER * random + INCREMENT;
  return i32x4.replace_lane(state, 3, random);
}

function afterFour(state: v128): v128 {
  const square = MULTIPLIER * MULTIPLIER;
  const multiplier = square * square;
  const increment = INCREMENT * (square * MULTIPLIER + square + MULTIPLIER + 1);
  return i32x4.add(i32x4.mul(state, i32x4.splat(multiplier)), i32x4.splat(increment));
}

function lane(state: v128, index: i32): i32 {
  if (index == 0) return i32x4.extract_lane(state, 0);
  if (index == 1) return i32x4.extract_lane(state, 1);
  if (index == 2) return i32x4.extract_lane(state, 2);
  return i32x4.extract_lane(state, 3);
}

function bell(state: v128): v128 {
  const mixed = i32x4.mul(v128.xor(state, i32x4.shr_u(state, 16)), i32x4.splat(0x45d9f3b));
  const stirred = v128.xor(mixed, i32x4.shr_u(mixed, 16));
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(stirred));
  return f32x4.convert_i32x4_s(i32x4.sub(sums, i32x4.splat(MEAN)));
}

function addGrey(rgb: usize, noise: v128, pixels: i32): void {
  for (let i = 0; i < pixels; i++, rgb += 3) {
    const grey = lane(noise, i);
    if (grey == 0) continue;
    for (let k: i32 = 0; k < 3; k++) {
      store<u8>(rgb + k, <u8>max(0, min(255, <i32>load<u8>(rgb + k) + grey)));
    }
  }
}
