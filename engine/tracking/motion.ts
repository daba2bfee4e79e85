import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import type { Landmarks } from '#engine/types';

/** Of a face between frames, a planar similarity: turnX + i·turnY about its centroid, then a shift in pixels. */
export type Motion = readonly [turnX: number, turnY: number, shiftX: number, shiftY: number];

export const noMotion: Motion = [1, 0, 0, 0];

/** Without the irises. */
export function centroidOf(landmarks: Landmarks): readonly [x: number, y: number] {
  let [x, y] = [0, 0];
  for (let i = 0; i < 3 * meshVertexCount; i += 3) {
    x += landmarks[i];
    y += landmarks[i + 1];
  }
  return [x / meshVertexCount, y / meshVertexCount];
}

/** Least squares on complex numbers. */
export function motionBetween(from: Landmarks, to: Landmarks): Motion {
  const [fromX, fromY] = centroidOf(from);
  const [toX, toY] = centroidOf(to);
  let [along, across, spread] = [0, 0, 1e-9];
  for (let i = 0; i < 3 * meshVertexCount; i += 3) {
    const [x, y] = [from[i] - fromX, from[i + 1] - fromY];
    const [u, v] = [to[i] - toX, to[i + 1] - toY];
    along += x * u + y * v;
    across += x * v - y * u;
    spread += x * x + y * y;
  }
  return [along / spread, across / spread, toX - fromX, toY - fromY];
}

/** @param middle default the face's centroid */
export function applyMotion(
  landmarks: Landmarks,
  [turnX, turnY, shiftX, shiftY]: Motion,
  middle = centroidOf(landmarks),
) {
  const [middleX, middleY] = middle;
  const moved = landmarks.slice();
  for (let i = 0; i < moved.length; i += 3) {
    const [x, y] = [landmarks[i] - middleX, landmarks[i + 1] - middleY];
    moved[i] = turnX * x - turnY * y + shiftX + middleX;
    moved[i + 1] = turnX * y + turnY * x + shiftY + middleY;
  }
  return moved;
}

export function applyInverseMotion(
  landmarks: Landmarks,
  [turnX, turnY, shiftX, shiftY]: Motion,
  middle: readonly number[],
) {
  const size = turnX * turnX + turnY * turnY || 1;
  const shifted: readonly [number, number] = [middle[0] + shiftX, middle[1] + shiftY];
  return applyMotion(landmarks, [turnX / size, -turnY / size, -shiftX, -shiftY], shifted);
}
