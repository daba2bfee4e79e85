import type { Box, Landmarks } from '#engine/types';

/** Clip pixels per tracking pixel. The sides of reduced frames are rounded, so the two differ a little. */
export interface TrackingScale {
  readonly x: number;
  readonly y: number;
}

export const FULL_SIZE: TrackingScale = { x: 1, y: 1 };

/** Depth is in units of x. */
export function scaleLandmarks(landmarks: Landmarks, { x, y }: TrackingScale): Landmarks {
  return x === 1 && y === 1 ? landmarks : landmarks.map((value, i) => value * (i % 3 === 1 ? y : x));
}

export function scaleBox(box: Box, { x, y }: TrackingScale): Box {
  return { x: box.x * x, y: box.y * y, width: box.width * x, height: box.height * y };
}
