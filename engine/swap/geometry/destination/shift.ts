import { LANDMARK_COUNT, type Landmarks } from '#engine/types';

/** @returns landmarks × (x, y), pixels */
export function shiftBetween(from: Landmarks, to: Landmarks): Float32Array {
  const shift = new Float32Array(2 * LANDMARK_COUNT);
  for (let vertex = 0; vertex < LANDMARK_COUNT; vertex++) {
    for (let axis = 0; axis < 2; axis++) shift[2 * vertex + axis] = to[3 * vertex + axis] - from[3 * vertex + axis];
  }
  return shift;
}
