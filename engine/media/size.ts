export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Never enlarges.
 * @param step both sides become multiples of it
 */
export function reducedSize({ width, height }: Size, shortSide = Infinity, step = 1): Size {
  const factor = Math.min(1, shortSide / Math.min(width, height));
  const side = (pixels: number) => Math.max(step, step * Math.round((pixels * factor) / step));
  return factor < 1 ? { width: side(width), height: side(height) } : { width, height };
}

export const isSameSize = (one: Size, other: Size): boolean => one.width === other.width && one.height === other.height;
