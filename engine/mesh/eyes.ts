import type { Landmarks } from '#engine/types';
import { leftEyeRing, leftIris, rightEyeRing, rightIris } from './topology';

/** `iris`: centre, then four points of the rim. */
export const eyeOutlines = [
  { ring: leftEyeRing, iris: leftIris },
  { ring: rightEyeRing, iris: rightIris },
] as const;

/** Pixels. */
export function irisDisc(landmarks: Landmarks, iris: readonly number[]): { x: number; y: number; radius: number } {
  const [x, y] = [landmarks[3 * iris[0]], landmarks[3 * iris[0] + 1]];
  const rim = iris.slice(1);
  const away = (vertex: number) => Math.hypot(landmarks[3 * vertex] - x, landmarks[3 * vertex + 1] - y);
  return { x, y, radius: rim.reduce((sum, vertex) => sum + away(vertex), 0) / rim.length + 1e-6 };
}
