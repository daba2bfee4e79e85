import { MESH_POINTS } from '#engine/nets/face-mesher';
import type { Landmarks } from '#engine/types';

/** How a face moved within the picture: turned and scaled about its middle by (turn x, turn y), then shifted; pixels. */
export type PlanarMove = readonly [turnX: number, turnY: number, shiftX: number, shiftY: number];

export const unmoved: PlanarMove = [1, 0, 0, 0];

/** Middle of the mesh. */
export function middleOf(landmarks: Landmarks): readonly [x: number, y: number] {
  let [x, y] = [0, 0];
  for (let i = 0; i < 3 * MESH_POINTS; i += 3) {
    x += landmarks[i];
    y += landmarks[i + 1];
  }
  return [x / MESH_POINTS, y / MESH_POINTS];
}

/** The move that carries one face closest to another in least squares, the points of the plane being complex numbers. */
export function planarMove(from: Landmarks, to: Landmarks): PlanarMove {
  const [fromX, fromY] = middleOf(from);
  const [toX, toY] = middleOf(to);
  let [along, across, spread] = [0, 0, 1e-9];
  for (let i = 0; i < 3 * MESH_POINTS; i += 3) {
    const [x, y] = [from[i] - fromX, from[i + 1] - fromY];
    const [u, v] = [to[i] - toX, to[i + 1] - toY];
    along += x * u + y * v;
    across += x * v - y * u;
    spread += x * x + y * y;
  }
  return [along / spread, across / spread, toX - fromX, toY - fromY];
}

/** Moves a face about the middle of one. */
export function move(landmarks: Landmarks, [turnX, turnY, shiftX, shiftY]: PlanarMove, middle = middleOf(landmarks)) {
  const [middleX, middleY] = middle;
  const moved = landmarks.slice();
  for (let i = 0; i < moved.length; i += 3) {
    const [x, y] = [landmarks[i] - middleX, landmarks[i + 1] - middleY];
    moved[i] = turnX * x - turnY * y + shiftX + middleX;
    moved[i + 1] = turnX * y + turnY * x + shiftY + middleY;
  }
  return moved;
}

/** Takes a move back, about the middle it was made about. */
export function moveBack(landmarks: Landmarks, [turnX, turnY, shiftX, shiftY]: PlanarMove, middle: readonly number[]) {
  const size = turnX * turnX + turnY * turnY || 1;
  const shifted: readonly [number, number] = [middle[0] + shiftX, middle[1] + shiftY];
  return move(landmarks, [turnX / size, -turnY / size, -shiftX, -shiftY], shifted);
}
