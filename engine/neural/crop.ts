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
  const [lastX, lastY] = [width - 1, height - 1];
  const row = 3 * width;
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++, at += 3) {
      const u = clamp(a * x + b * y + c, lastX);
      const v = clamp(d * x + e * y + f, lastY);
      const [left, top] = [u | 0, v | 0];
      const [fx, fy] = [u - left, v - top];
      const from = top * row + 3 * left;
      const right = left < lastX ? 3 : 0;
      const below = top < lastY ? row : 0;
      const [w00, w10, w01, w11] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
      for (let k = 0; k < 3; k++) {
        const p = from + k;
        crop[at + k] =
          data[p] * w00 + data[p + right] * w10 + data[p + below] * w01 + data[p + below + right] * w11 + 0.5;
      }
    }
  }
  return crop;
}

const clamp = (value: number, last: number): number => (value < 0 ? 0 : value > last ? last : value);
