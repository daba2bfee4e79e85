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
  for (let y = top; y < top + height; y++) {
    for (let x = left, at = 3 * (y * image.width + left); x < left + width; x++, at += 3) {
      const u = a * x + b * y + c;
      const v = d * x + e * y + f;
      if (u <= -1 || v <= -1 || u >= side || v >= side) continue;
      const share = strength * coverage(mask, side, u, v);
      if (share > 0) blend(data, at, face, side, u, v, share);
    }
  }
}

function coverage(mask: Float32Array, side: number, u: number, v: number): number {
  const [left, top] = [Math.floor(u), Math.floor(v)];
  const [fx, fy] = [u - left, v - top];
  if (left >= 0 && top >= 0 && left < side - 1 && top < side - 1) {
    const from = top * side + left;
    const upper = mask[from] * (1 - fx) + mask[from + 1] * fx;
    return upper * (1 - fy) + (mask[from + side] * (1 - fx) + mask[from + side + 1] * fx) * fy;
  }
  const at = (x: number, y: number) => (x < 0 || y < 0 || x >= side || y >= side ? 0 : mask[y * side + x]);
  const upper = at(left, top) * (1 - fx) + at(left + 1, top) * fx;
  return upper * (1 - fy) + (at(left, top + 1) * (1 - fx) + at(left + 1, top + 1) * fx) * fy;
}

function blend(
  data: Uint8Array,
  at: number,
  face: Float32Array,
  side: number,
  u: number,
  v: number,
  share: number,
): void {
  const last = side - 1;
  const x = u < 0 ? 0 : u > last ? last : u;
  const y = v < 0 ? 0 : v > last ? last : v;
  const [left, top] = [x | 0, y | 0];
  const [fx, fy] = [x - left, y - top];
  const from = 3 * (top * side + left);
  const right = left < last ? 3 : 0;
  const below = top < last ? 3 * side : 0;
  for (let k = 0; k < 3; k++) {
    const p = from + k;
    const upper = face[p] * (1 - fx) + face[p + right] * fx;
    const lower = face[p + below] * (1 - fx) + face[p + below + right] * fx;
    data[at + k] = data[at + k] * (1 - share) + (upper * (1 - fy) + lower * fy) * share;
  }
}
