import { allocate, withScratch, bytesAt, floatsAt, kernels } from '#engine/kernels/memory';
import type { Box, Image } from '#engine/types';
import { applyAffine, scaleOf, type Affine } from './affine';
import type { View } from './view';

/** value = byte × scale + offset */
export interface Normalisation {
  readonly scale: number;
  readonly offset: number;
}

/**
 * Bilinear, black outside.
 * @param toPicture crop to image coordinates
 * @param side pixels
 * @param into 3 × side × side, planar RGB
 */
export function sampleSquare(
  view: View,
  toPicture: Affine,
  side: number,
  { scale, offset }: Normalisation,
  into: Float32Array,
): Float32Array {
  const bounds = cropBounds(toPicture, side);
  const { image, shrink, left, top } = view.levelFor(scaleOf(toPicture), bounds);
  const [a, b, c, d, e, f] = toPicture.map((value) => value * shrink);
  const window = windowOf(image, bounds, shrink, left, top);
  withScratch(() => {
    const texture = copyWindow(image, window);
    const crop = allocate(into.byteLength);
    const [x, y] = [left + window.left - BEFORE, top + window.top - BEFORE];
    const size = [window.width + BORDER, window.height + BORDER] as const;
    kernels().crop(texture, ...size, a, b, c - x, d, e, f - y, side, scale, offset, crop);
    into.set(floatsAt(crop, into.length));
  });
  return into;
}

/** One texel before, two after. */
const BEFORE = 1;
const BORDER = 3;

function windowOf(image: Image, { x, y, width, height }: Box, shrink: number, left: number, top: number): Window {
  const within = (value: number, last: number) => Math.max(0, Math.min(last, value));
  const first = { x: Math.floor(x * shrink - left) - 1, y: Math.floor(y * shrink - top) - 1 };
  const end = { x: Math.ceil((x + width) * shrink - left) + 1, y: Math.ceil((y + height) * shrink - top) + 1 };
  const [startX, startY] = [within(first.x, image.width), within(first.y, image.height)];
  return {
    left: startX,
    top: startY,
    width: Math.max(0, within(end.x, image.width) - startX),
    height: Math.max(0, within(end.y, image.height) - startY),
  };
}

interface Window {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function copyWindow({ width: imageWidth, data }: Image, { left, top, width, height }: Window): number {
  const stride = 3 * (width + BORDER);
  const address = allocate(stride * (height + BORDER));
  const texture = bytesAt(address, stride * (height + BORDER)).fill(0);
  for (let y = 0; y < height; y++) {
    const from = 3 * ((top + y) * imageWidth + left);
    texture.set(data.subarray(from, from + 3 * width), (y + BEFORE) * stride + 3 * BEFORE);
  }
  return address;
}

function cropBounds(toPicture: Affine, side: number): Box {
  const corners = [
    [0, 0],
    [side, 0],
    [0, side],
    [side, side],
  ].map(([x, y]) => applyAffine(toPicture, x, y));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
