import { allocate, withScratch, bytesAt, floatsAt, kernels } from '#engine/kernels/memory';
import type { Box, Image } from '#engine/types';
import { applyAffine, scaleOf, type Affine } from './affine';
import type { View } from './view';

/** How a net wants its numbers: value = byte × scale + offset. */
export interface NumberRange {
  readonly scale: number;
  readonly offset: number;
}

/**
 * Resamples a square crop of a picture (bilinear, black outside) into the layout nets take.
 *
 * @param toPicture from the crop's coordinates to the picture's
 * @param side  width and height of the crop, pixels
 * @param into  3 × side × side floats, written channel by channel: all reds, then greens, then blues
 */
export function sampleSquare(
  view: View,
  toPicture: Affine,
  side: number,
  { scale, offset }: NumberRange,
  into: Float32Array,
): Float32Array {
  const bounds = shown(toPicture, side);
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

/** The black border that the kernel wants: one texel before the first, two behind the last. */
const BEFORE = 1;
const BORDER = 3;

/** The pixels of an image that a crop shows, and those it reads between. */
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

/** A part of an image on black, in the kernels' memory. */
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

/** What a crop shows of the picture: the upright rectangle around it. */
function shown(toPicture: Affine, side: number): Box {
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
