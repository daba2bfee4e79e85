import type { Landmarks, Pose } from '#engine/types';
import { canonicalVertices, rigidVertices } from './canonical-mesh';
import { fitSimilarity, type Similarity } from './similarity';
import { leftEyeCorners, mouthCorners, rightEyeCorners } from './topology';

const degrees = 180 / Math.PI;

/** Centimetres to pixels. */
export function fitHead(landmarks: Landmarks): Similarity {
  return fitSimilarity(canonicalVertices, landmarks, rigidVertices);
}

/** Degrees; signs as in `Pose`. */
export function headPose(landmarks: Landmarks): Pose {
  const { rotation } = fitHead(landmarks);
  const [right, down, ahead] = rotation.slice(6); // of the head's axes: where the camera is, which roll does not change
  return {
    yaw: Math.asin(Math.max(-1, Math.min(1, right))) * degrees,
    pitch: Math.atan2(down, ahead) * degrees,
    roll: Math.atan2(rotation[3], rotation[0]) * degrees,
  };
}

/** About 0.3 open, under 0.1 closed. */
export function eyeOpenness(landmarks: Landmarks): { left: number; right: number } {
  return {
    left: opening(landmarks, 159, 145, leftEyeCorners.outer, leftEyeCorners.inner),
    right: opening(landmarks, 386, 374, rightEyeCorners.outer, rightEyeCorners.inner),
  };
}

const [upperLip, lowerLip] = [13, 14];

/** Over the mouth's width: 0 closed, above 0.3 wide open. */
export function mouthOpenness(landmarks: Landmarks): number {
  return opening(landmarks, upperLip, lowerLip, mouthCorners.left, mouthCorners.right);
}

/** As `mouthOpenness`, but the same when a head turns. */
export function mouthOpennessInDepth(landmarks: Landmarks): number {
  const width = distanceInDepth(landmarks, mouthCorners.left, mouthCorners.right);
  return distanceInDepth(landmarks, upperLip, lowerLip) / (width + 1e-6);
}

/** Outer corners, pixels: the unit of length. */
export function eyeDistance(landmarks: ArrayLike<number>): number {
  return distance(landmarks, leftEyeCorners.outer, rightEyeCorners.outer);
}

/** Pixels, with depth: does not change when a head turns. */
export function distanceInDepth(landmarks: ArrayLike<number>, a: number, b: number): number {
  return Math.hypot(...[0, 1, 2].map((axis) => landmarks[3 * a + axis] - landmarks[3 * b + axis]));
}

function opening(landmarks: ArrayLike<number>, upper: number, lower: number, from: number, to: number): number {
  return distance(landmarks, upper, lower) / (distance(landmarks, from, to) + 1e-6);
}

/** Pixels, as seen. */
export function distance(landmarks: ArrayLike<number>, a: number, b: number): number {
  return Math.hypot(landmarks[3 * a] - landmarks[3 * b], landmarks[3 * a + 1] - landmarks[3 * b + 1]);
}
