import { eyeOpenness } from '#engine/mesh/pose';
import type { FaceView, Landmarks } from '#engine/types';
import { destinationMesh } from './geometry/destination';
import { growBeard } from './geometry/grow-beard';
import type { Feature, KeptFeatures } from './geometry/keepable';
import { lowerJaw } from './geometry/lower-jaw';
import { visibleEyes } from './geometry/visible-eyes';
import { moustacheShare } from './judge/moustache';
import { ramp } from './ops/curves';
import type { MeshSource } from './source-types';

/** Openness between which the target's lids take over: open lids, pulled shut, turn black. */
const closingEye = { from: 0.16, to: 0.09 };
/** Difference of openness. */
const wink = 0.12;

/** In target pixels. */
export interface FacePlace {
  /** The target's landmarks as its pixels show them. */
  readonly target: Landmarks;
  /** Where the new face is painted. */
  readonly destination: Landmarks;
  /** Features that stay the target's. */
  readonly kept: KeptFeatures;
  /** Share of the target's moustache that stays, 0–1. */
  readonly moustache: number;
}

export function placeFace(view: FaceView, source: MeshSource): FacePlace {
  const kept = keptFeatures(source, view.landmarks);
  const moustache = moustacheShare(view);
  const target = lowerJaw(visibleEyes(view.image, view.landmarks));
  const proportions = destinationMesh(target, source.landmarks, { ...kept, moustache });
  return { target, destination: growBeard(proportions, source), kept, moustache };
}

function keptFeatures({ unseen }: MeshSource, landmarks: Landmarks): KeptFeatures {
  const { left, right } = eyeOpenness(landmarks);
  const kept: Partial<Record<Feature, number>> = {};
  for (const feature of unseen) kept[feature] = 1;
  // Only a wink closes one eye; smaller differences are errors of the landmarks.
  const isWink = Math.abs(left - right) > wink;
  const closing = (open: number) => ramp(closingEye.from, closingEye.to, isWink ? open : (left + right) / 2);
  if (closing(left) > 0) kept.leftEye ??= closing(left);
  if (closing(right) > 0) kept.rightEye ??= closing(right);
  return kept;
}
