import type { Image } from '#engine/types';

/** Left, top, right, bottom; pixels. */
export type Bounds = readonly [left: number, top: number, right: number, bottom: number];

/** 0–255; 0 outside. */
export function meanChange(a: Image, b: Image, bounds: Bounds): number {
  let [sum, count] = [0, 0];
  forEachPixel(a, bounds, (at) => {
    for (let i = at; i < at + 3; i++) sum += Math.abs(a.data[i] - b.data[i]);
    count += 3;
  });
  return count > 0 ? sum / count : 0;
}

/** Visible change, of 255; above encoding noise. */
const visible = 16;

export function countOverpainted(
  result: Image,
  original: Image,
  bounds: Bounds,
  isThing: (x: number, y: number) => boolean,
): { pixels: number; painted: number } {
  let [pixels, painted] = [0, 0];
  forEachPixel(original, bounds, (at, x, y) => {
    if (!isThing(x, y)) return;
    pixels++;
    const changes = [0, 1, 2].map((channel) => Math.abs(result.data[at + channel] - original.data[at + channel]));
    if (Math.max(...changes) > visible) painted++;
  });
  return { pixels, painted };
}

export function middleOf([left, top, right, bottom]: Bounds, share = 0.6): Bounds {
  const [x, y] = [(1 - share) / 2, (1 - share) / 2];
  const [width, height] = [right - left, bottom - top];
  return [left + x * width, top + y * height, right - x * width, bottom - y * height];
}

function forEachPixel({ width, height }: Image, bounds: Bounds, visit: (at: number, x: number, y: number) => void) {
  const [left, top, right, bottom] = bounds;
  for (let y = Math.max(0, Math.ceil(top)); y < Math.min(height, bottom); y++) {
    for (let x = Math.max(0, Math.ceil(left)); x < Math.min(width, right); x++) visit(3 * (y * width + x), x, y);
  }
}
