import { allocate, bytesAt, kernels, withScratch } from '#engine/kernels/memory';
import type { Affine } from '#engine/nets/affine';
import type { Box, Image } from '#engine/types';
import { invert } from './templates';

/**
 * A square crop as a net sees it: bilinear without smoothing, the picture's edge pixels repeated.
 * @param toCrop picture to crop, pixel centres at whole numbers
 * @returns side × side × 3 bytes
 */
export function cropFace(image: Image, toCrop: Affine, side: number): Uint8Array {
  const [a, b, c, d, e, f] = invert(toCrop);
  const window = windowOf([a, b, c, d, e, f], side, image);
  return withScratch(() => {
    const picture = copyWindow(image, window);
    const crop = allocate(3 * side * side);
    const place = [a, b, c - window.x, d, e, f - window.y] as const;
    kernels().cropFace(picture, window.width + 1, window.height + 1, ...place, side, crop);
    return bytesAt(crop, 3 * side * side).slice();
  });
}

/** What the crop reads: at least the edge next to it. */
function windowOf([a, b, c, d, e, f]: Affine, side: number, { width, height }: Image): Box {
  const [x, across] = extentOf(a, b, c, side - 1, width);
  const [y, down] = extentOf(d, e, f, side - 1, height);
  return { x, y, width: across, height: down };
}

/** Start and length along one axis. */
function extentOf(perColumn: number, perRow: number, first: number, last: number, length: number) {
  const least = first + Math.min(0, perColumn * last) + Math.min(0, perRow * last);
  const most = first + Math.max(0, perColumn * last) + Math.max(0, perRow * last);
  const start = Math.min(Math.max(Math.floor(least), 0), length - 1);
  const end = Math.min(Math.max(Math.ceil(most) + 1, start + 1), length);
  return [start, end - start] as const;
}

/** With the last column and row there twice. */
function copyWindow({ width: pictureWidth, data }: Image, { x, y, width, height }: Box): number {
  const stride = 3 * (width + 1);
  const address = allocate(stride * (height + 1));
  const picture = bytesAt(address, stride * (height + 1));
  for (let row = 0; row < height; row++) {
    const [from, to] = [3 * ((y + row) * pictureWidth + x), row * stride];
    picture.set(data.subarray(from, from + 3 * width), to);
    picture.copyWithin(to + stride - 3, to + stride - 6, to + stride - 3);
  }
  picture.copyWithin(height * stride, (height - 1) * stride, height * stride);
  return address;
}
