import type { Landmarks } from '#engine/types';

/** Mesh points at the places of iBUG's 36–41 and 42–47: the lids around each eye. */
const lids = {
  left: [33, 160, 158, 133, 153, 144],
  right: [362, 385, 387, 263, 373, 380],
};
/** The nose tip of 68-point landmarks lies between the mesh's tip and the point below it. */
const noseTip = [1, 4];
const mouthCorners = [61, 291];

/** The mesh counts the first pixel's centre as 0.5, the neural code as 0. */
export const HALF_PIXEL = 0.5;

/**
 * Eye at the picture's left, eye at its right, nose tip, mouth corners; pixel centres at whole numbers. Lids instead of
 * irises: the crop must not move with the gaze.
 */
export function fivePoints(landmarks: Landmarks): number[] {
  const groups = [lids.left, lids.right, noseTip, ...mouthCorners.map((point) => [point])];
  return groups.flatMap((points) => [meanOf(landmarks, points, 0), meanOf(landmarks, points, 1)]);
}

function meanOf(landmarks: Landmarks, points: readonly number[], axis: number): number {
  const sum = points.reduce((total, point) => total + landmarks[3 * point + axis], 0);
  return sum / points.length - HALF_PIXEL;
}
