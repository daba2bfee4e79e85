import { clamp } from '#engine/swap/ops/curves';

// Plain loops: with many callers V8 does not inline a callback, and allocates each number that it returns.

/** size²: 1 on plain skin. @param pigmented size² */
export function plainSkin(pigmented: Float32Array): Float32Array {
  const plain = new Float32Array(pigmented.length);
  for (let i = 0; i < plain.length; i++) plain[i] = 1 - clamp(pigmented[i], 0, 1);
  return plain;
}

/** Logarithms of the mean of three channels. */
export function logLightness(rgb: Float32Array): Float32Array {
  const logs = new Float32Array(rgb.length / 3);
  for (let i = 0, at = 0; i < logs.length; i++, at += 3) logs[i] = Math.log((rgb[at] + rgb[at + 1] + rgb[at + 2]) / 3);
  return logs;
}

export function logarithms(values: Float32Array, offset: number): Float32Array {
  const logs = new Float32Array(values.length);
  for (let i = 0; i < logs.length; i++) logs[i] = Math.log(values[i] + offset);
  return logs;
}
