/** IEEE 754 binary16, which JavaScript has no arrays for before Node 24. */

export function halfToFloat(half: number): number {
  const [sign, exponent, fraction] = [half & 0x8000 ? -1 : 1, (half >> 10) & 0x1f, half & 0x3ff];
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

let decoded: Float32Array | undefined;

export function fromHalves(halves: Uint16Array): Float32Array {
  const table = (decoded ??= Float32Array.from({ length: 65_536 }, (_, half) => halfToFloat(half)));
  const floats = new Float32Array(halves.length);
  for (let i = 0; i < floats.length; i++) floats[i] = table[halves[i]];
  return floats;
}

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

/** Rounds to the nearest, halves to even; what is too large becomes infinite. */
export function floatToHalf(value: number): number {
  float[0] = value;
  const sign = (bits[0] >>> 16) & 0x8000;
  const size = bits[0] & 0x7fffffff;
  if (size > 0x7f800000) return sign | 0x7e00;
  if (size >= 0x477ff000) return sign | 0x7c00;
  // Below the least normal half: in steps of 2⁻²⁴.
  if (size < 0x38800000) return sign | roundHalfToEven(Math.abs(value) * 2 ** 24);
  // Half of the dropped 13 bits, less one if the kept number is even.
  return sign | ((size - 0x38000000 + 0xfff + ((size >>> 13) & 1)) >>> 13);
}

function roundHalfToEven(value: number): number {
  const rounded = Math.round(value);
  return rounded - value === 0.5 && rounded % 2 === 1 ? rounded - 1 : rounded;
}

export function toHalves(floats: ArrayLike<number>): Uint16Array {
  const halves = new Uint16Array(floats.length);
  for (let i = 0; i < halves.length; i++) halves[i] = floatToHalf(floats[i]);
  return halves;
}
