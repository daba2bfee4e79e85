import { eyeOpenness, mouthOpenness } from '#engine/mesh/pose';
import type { FaceView, Landmarks } from '#engine/types';
import type { Canvas } from './geometry/canvas';
import { destinationMesh } from './geometry/destination/destination';
import { growBeard } from './geometry/destination/grow-beard';
import type { Feature, KeptFeatures } from './geometry/keepable';
import { lowerJaw } from './geometry/destination/lower-jaw';
import { visibleEyes } from './geometry/destination/visible-eyes';
import { trianglesFromTarget, type Deformation } from './geometry/warp-map';
import { keptHair, type KeptHair } from './judge/kept-hair';
import { ramp } from './ops/curves';
import type { MeshSource } from './source-types';

/** Below, the target's eyeball is not kept. */
const closedEye = 0.1;
/** Below, what lies between the lips is a pixel or two, and a dotted line on the new face. */
const closedMouth = 0.025;
/** Openness between which the target's lids take over: open lids, pulled shut, turn black. */
const closingEye = { from: 0.16, to: 0.09 };
/** Difference of openness. */
const wink = 0.12;

/** What is decided before the grid is built. */
export interface SwapPlan {
  /** `target`: its landmarks as its pixels show them. */
  readonly deformation: Deformation;
  /** Features that stay the target's. */
  readonly kept: KeptFeatures;
  /** Of the target's beard. */
  readonly hair: KeptHair;
  readonly mouthOpen: boolean;
}

/** What the stages of one swap share. */
export interface SwapContext extends SwapPlan {
  /** The target before the swap. */
  readonly view: FaceView;
  readonly source: MeshSource;
  readonly canvas: Canvas;
}

export function planSwap(view: FaceView, source: MeshSource): SwapPlan {
  const { left, right } = eyeOpenness(view.landmarks);
  const mouthOpen = mouthOpenness(view.landmarks) >= closedMouth;
  const kept = keptFeatures(source, view.landmarks);
  const hair = keptHair(view, source.moustache);
  const target = lowerJaw(visibleEyes(view.image, view.landmarks));
  const proportions = destinationMesh(target, source.landmarks, { ...kept, moustache: hair.moustache });
  const deformation = {
    target,
    destination: growBeard(proportions, source),
    fromTarget: trianglesFromTarget(left >= closedEye, right >= closedEye, mouthOpen),
  };
  return { deformation, kept, hair, mouthOpen };
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
