import { eyeDistance, headPose } from '#engine/mesh/pose';
import { leftEyeRing, leftIris, lips, rightEyeRing, rightIris } from '#engine/mesh/topology';
import type { Landmarks, Pose } from '#engine/types';

export const eyePoints: readonly number[] = [...leftEyeRing, ...rightEyeRing, leftIris[0], rightIris[0]];
export const lipPoints: readonly number[] = lips;

/** Percent of the expected eye distance. */
export function landmarkError(found: Landmarks, expected: Landmarks, vertices: readonly number[]): number {
  return (100 * meanDistance(found, expected, vertices)) / eyeDistance(expected);
}

export function meanDistance(a: Landmarks, b: Landmarks, vertices: readonly number[]): number {
  const distance = (vertex: number) => Math.hypot(a[3 * vertex] - b[3 * vertex], a[3 * vertex + 1] - b[3 * vertex + 1]);
  return vertices.reduce((sum, vertex) => sum + distance(vertex), 0) / vertices.length;
}

/** Degrees. */
export function poseError(found: Landmarks, expected: Landmarks): number {
  const [a, b] = [headPose(found), headPose(expected)];
  const angles: (keyof Pose)[] = ['yaw', 'pitch', 'roll'];
  return Math.hypot(...angles.map((angle) => a[angle] - b[angle]));
}
