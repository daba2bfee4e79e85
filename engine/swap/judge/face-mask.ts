import { masksToPicture } from '#engine/nets/face-masker';
import { bilinear } from '#engine/swap/ops/bilinear';
import type { FaceMasks, Landmarks, MaskClass } from '#engine/types';

/** What the net sees for certain: from none to all of it. */
export const certain = { from: 0.25, all: 0.6 };

/** 0–1 at a place of the picture in which `landmarks` lie. */
export type MaskReader = (name: MaskClass, x: number, y: number) => number;

export function maskReader(masks: FaceMasks, landmarks: Landmarks): MaskReader {
  const { side } = masks;
  const [a, b, c, d, e, f] = masksToPicture(landmarks, side);
  const determinant = a * e - b * d;
  return (name, x, y) => {
    const plane = masks[name];
    if (!plane) return 0;
    const column = (e * (x - c) - b * (y - f)) / determinant;
    const row = (a * (y - f) - d * (x - c)) / determinant;
    return bilinear(plane, side, side, column - 0.5, row - 0.5) / 255;
  };
}
