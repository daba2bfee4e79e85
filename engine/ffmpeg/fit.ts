interface Size {
  readonly width: number;
  readonly height: number;
}

/** By less, sides were rounded to even pixels. */
const OTHER_SHAPE = 0.02;

/**
 * Sides for the filter `scale`, which computes them again where the size of frames changes, as in recordings of a window.
 * Frames of another shape keep theirs, within the size.
 */
export function fittedSides({ width, height }: Size): string {
  const isSameShape = `lt(abs(dar*${height}/${width}-1),${OTHER_SHAPE})`;
  const side = (whole: number, fitted: string) =>
    `'if(${isSameShape},${whole},max(2,2*round(min(${whole},${fitted})/2)))'`;
  return `w=${side(width, `${height}*dar`)}:h=${side(height, `${width}/dar`)}`;
}

/** Beside or above and below frames of another shape, as players show them. For 8 bits. */
export const blackBars = ({ width, height }: Size): string => `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`;
