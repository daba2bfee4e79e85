import type { Box } from '../types';
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
  const { image, shrink, left: firstColumn, top: firstRow } = view.levelFor(scaleOf(toPicture), shown(toPicture, side));
  const { width, height, data } = image;
  const [a, b, cWhole, d, e, fWhole] = toPicture.map((value) => value * shrink);
  const [c, f] = [cWhole - firstColumn, fWhole - firstRow];
  const plane = side * side;
  for (let y = 0, to = 0; y < side; y++) {
    for (let x = 0; x < side; x++, to++) {
      const sourceX = a * (x + 0.5) + b * (y + 0.5) + c - 0.5;
      const sourceY = d * (x + 0.5) + e * (y + 0.5) + f - 0.5;
      const left = Math.floor(sourceX);
      const top = Math.floor(sourceY);
      if (left < -1 || top < -1 || left >= width || top >= height) {
        into[to] = into[to + plane] = into[to + 2 * plane] = offset;
        continue;
      }
      const rightShare = sourceX - left;
      const lowerShare = sourceY - top;
      // A neighbour beyond the border weighs nothing, as if the picture lay on black.
      const hasLeft = left >= 0 ? 1 - rightShare : 0;
      const hasRight = left + 1 < width ? rightShare : 0;
      const hasTop = top >= 0 ? 1 - lowerShare : 0;
      const hasBottom = top + 1 < height ? lowerShare : 0;
      const at = (top * width + left) * 3;
      const below = at + width * 3;
      for (let channel = 0; channel < 3; channel++) {
        let value = 0;
        if (hasTop) {
          if (hasLeft) value += hasTop * hasLeft * data[at + channel];
          if (hasRight) value += hasTop * hasRight * data[at + 3 + channel];
        }
        if (hasBottom) {
          if (hasLeft) value += hasBottom * hasLeft * data[below + channel];
          if (hasRight) value += hasBottom * hasRight * data[below + 3 + channel];
        }
        into[to + channel * plane] = value * scale + offset;
      }
    }
  }
  return into;
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
