import type { Affine } from '#engine/nets/affine';
import type { Box, Image } from '#engine/types';
import { invert } from './templates';

/**
 * The pixels that the crop's square covers, cut to the picture.
 * @param toCrop picture to crop, pixel centres at whole numbers
 */
export function pastedBox(toCrop: Affine, side: number, { width, height }: Pick<Image, 'width' | 'height'>): Box {
  const within = (value: number, last: number) => Math.min(Math.max(Math.round(value), 0), last);
  const bounds = cornerBounds(toCrop, side);
  const [left, right] = [within(bounds.left, width), within(bounds.right, width)];
  const [top, bottom] = [within(bounds.top, height), within(bounds.bottom, height)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Of the crop's square in the picture, which may end before. */
export function cornerBounds(toCrop: Affine, side: number) {
  const [a, b, c, d, e, f] = invert(toCrop);
  const corners = [
    [0, 0],
    [side, 0],
    [side, side],
    [0, side],
  ];
  const xs = corners.map(([x, y]) => a * x + b * y + c);
  const ys = corners.map(([x, y]) => d * x + e * y + f);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/**
 * In place: picture · (1 − mask) + face · mask, truncated. The mask is 0 outside the crop.
 * @param face side × side × 3, 0–255
 * @param mask side × side, 0–1
 * @param strength 0–1
 */
export function pasteFace(
  image: Image,
  toCrop: Affine,
  side: number,
  face: Float32Array,
  mask: Float32Array,
  strength = 1,
): void {
  const { x: left, y: top, width, height } = pastedBox(toCrop, side, image);
  const [a, b, c, d, e, f] = toCrop;
  const { data } = image;
  const last = side - 1;
  for (let y = top; y < top + height; y++) {
    for (let x = left, at = 3 * (y * image.width + left); x < left + width; x++, at += 3) {
      const u = a * x + b * y + c;
      const v = d * x + e * y + f;
      if (u <= -1 || v <= -1 || u >= side || v >= side) continue;
      const column = u < 0 ? 0 : u > last ? last : u;
      const row = v < 0 ? 0 : v > last ? last : v;
      const x0 = column | 0;
      const y0 = row | 0;
      const fx = column - x0;
      const fy = row - y0;
      const w10 = fx * (1 - fy);
      const w01 = (1 - fx) * fy;
      const w11 = fx * fy;
      const w00 = 1 - w10 - w01 - w11;
      const p = y0 * side + x0;
      const q = x0 < last ? p + 1 : p;
      const below = y0 < last ? side : 0;
      const r = p + below;
      const s = q + below;
      // Beyond the outermost centres it fades to 0.
      const within = (1 - Math.abs(u - column)) * (1 - Math.abs(v - row)) * strength;
      const share = within * (mask[p] * w00 + mask[q] * w10 + mask[r] * w01 + mask[s] * w11);
      if (share <= 0) continue;
      for (let k = 0; k < 3; k++) {
        const value = face[3 * p + k] * w00 + face[3 * q + k] * w10 + face[3 * r + k] * w01 + face[3 * s + k] * w11;
        data[at + k] = data[at + k] * (1 - share) + value * share;
      }
    }
  }
}
