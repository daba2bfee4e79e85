import { LANDMARK_COUNT } from '#engine/types';
import { grow, leftBrow, leftEyeRing, lips, rightBrow, rightEyeRing } from '#engine/mesh/topology';

/** Features that may stay the target's, where the source's cannot be seen or used. Left and right are the picture's. */
export const keepable = {
  leftBrow,
  rightBrow,
  leftEye: grow(leftEyeRing, 1),
  rightEye: grow(rightEyeRing, 1),
  mouth: lips,
} as const;

export type Feature = keyof typeof keepable;

/** Shares of the target's, 0–1; absent features are the source's. */
export type KeptFeatures = Partial<Readonly<Record<Feature, number>>>;

/** Per landmark: the share on the features and `margin` steps around them, where the opacity falls. */
export function keptZone(kept: KeptFeatures, margin = 1): Float32Array {
  const weights = new Float32Array(LANDMARK_COUNT);
  for (const [feature, share] of Object.entries(kept)) {
    for (const vertex of grow([...keepable[feature as Feature]], margin))
      weights[vertex] = Math.max(weights[vertex], share);
  }
  return weights;
}
