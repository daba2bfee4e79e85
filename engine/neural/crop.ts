import type { Affine } from '#engine/nets/affine';
import type { Image } from '#engine/types';
import { invert } from './templates';

/**
 * A square crop as a net sees it: bilinear without smoothing, the picture's edge pixels repeated.
 * @param toCrop picture to crop, pixel centres at whole numbers
 * @returns side × side × 3 bytes
 */
export function cropFace({ width, height, data }: Image, toCrop: Affine, side: number): Uint8Array {
  const crop = new Uint8Array(3 * side * side);
  const [a, b, c, d, e, f] = invert(toCrop);
  const lastX = width - 1;
  const lastY = height - 1;
  const row = 3 * width;
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++, at += 3) {
      const u = clamp(a * x + b * y + c, lastX);
      const v = clamp(d * x + e * y + f, lastY);
      const left = u | 0;
      const top = v | 0;
      const fx = u - left;
      const fy = v - top;
      const p = top * row + 3 * left;
      const q = p + (left < lastX ? 3 : 0);
      const below = top < lastY ? row : 0;
      const w10 = fx * (1 - fy);
      const w01 = (1 - fx) * fy;
      const w11 = fx * fy;
      const w00 = 1 - w10 - w01 - w11;
      const r = p + below;
      const s = q + below;
      crop[at] = data[p] * w00 + data[q] * w10 + data[r] * w01 + data[s] * w11 + 0.5;
      crop[at + 1] = data[p + 1] * w00 + data[q + 1] * w10 + data[r + 1] * w01 + data[s + 1] * w11 + 0.5;
      crop[at + 2] = data[p + 2] * w00 + data[q + 2] * w10 + data[r + 2] * w01 + data[s + 2] * w11 + 0.5;
    }
  }
  return crop;
}

const clamp = (value: number, last: number): number => (value < 0 ? 0 : value > last ? last : value);
