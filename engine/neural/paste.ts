import { allocate, bytesAt, copyIn, kernels, withScratch } from '#engine/kernels/memory';
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
 * @param isDenormalised the reference holds such faces as doubles, which OpenCV warps in steps of 1/32 pixel
 */
export function pasteFace(
  image: Image,
  toCrop: Affine,
  side: number,
  face: Float32Array,
  mask: Float32Array,
  { strength = 1, isDenormalised = false }: { strength?: number; isDenormalised?: boolean } = {},
): void {
  const { x, y, width, height } = pastedBox(toCrop, side, image);
  if (width === 0 || height === 0) return;
  const [a, b, c, d, e, f] = toCrop;
  // By one: the rim.
  const place = [a, b, a * x + b * y + c + 1, d, e, d * x + e * y + f + 1] as const;
  withScratch(() => {
    const layers = copyLayers(face, mask, side, strength);
    const deltas = isDenormalised ? allocate(8 * width) : 0;
    const picture = allocate(3 * width * height);
    const pixels = bytesAt(picture, 3 * width * height);
    const rowOf = (row: number) => {
      const start = 3 * ((y + row) * image.width + x);
      return image.data.subarray(start, start + 3 * width);
    };
    for (let row = 0; row < height; row++) pixels.set(rowOf(row), 3 * width * row);
    kernels().pasteFace(picture, width, height, ...place, layers, side + 2, deltas);
    for (let row = 0; row < height; row++) rowOf(row).set(pixels.subarray(3 * width * row, 3 * width * (row + 1)));
  });
}

/** Four numbers for each pixel, within a rim of one pixel where the share is 0. */
function copyLayers(face: Float32Array, mask: Float32Array, side: number, strength: number): number {
  const [colours, shares] = [copyIn(face), copyIn(mask)];
  const layers = allocate(16 * (side + 2) ** 2);
  kernels().layerFace(colours, shares, side, strength, layers);
  return layers;
}
