import type { Landmarks } from '#engine/types';
import { fitPlanarSimilarity } from './affine';
import type { Net } from './model-store';
import { sampleSquare } from './sampling';
import type { View } from './view';

/** Eyes, nose tip, mouth corners in 112 px (ArcFace, Deng et al., 2019). */
// prettier-ignore
const ALIGNED_POINTS = [38.2946, 51.6963, 73.5318, 51.5014, 56.0252, 71.7366, 41.5493, 92.3655, 70.7299, 92.2041];
const ALIGNED_SIDE = 112;
const RANGE = { scale: 1, offset: 0 };

/** 256 numbers of unit length. */
export type FaceEmbedding = Float32Array;

export const SAME_PERSON_SIMILARITY = 0.45;

/** MobileFace, aligned by five points. */
export class FaceEmbedder {
  constructor(private readonly net: Net) {}

  async embed(view: View, landmarks: Landmarks): Promise<FaceEmbedding> {
    const scale = this.net.side / ALIGNED_SIDE;
    const aligned = ALIGNED_POINTS.map((value) => value * scale);
    sampleSquare(view, fitPlanarSimilarity(aligned, alignmentPoints(landmarks)), this.net.side, RANGE, this.net.input);
    const { identity } = await this.net.run();
    return normalised(identity);
  }
}

/** Of unit length. */
export function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** Unit vectors; about 0 for strangers. */
export function cosineSimilarity(a: FaceEmbedding, b: FaceEmbedding): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

function alignmentPoints(landmarks: Landmarks): number[] {
  const at = (index: number) => [landmarks[3 * index], landmarks[3 * index + 1]];
  const [noseTip, leftMouthCorner, rightMouthCorner] = [1, 61, 291];
  return [
    ...eyeCentre(landmarks, [33, 133, 159, 145]),
    ...eyeCentre(landmarks, [263, 362, 386, 374]),
    ...at(noseTip),
    ...at(leftMouthCorner),
    ...at(rightMouthCorner),
  ];
}

/** Unlike the iris it does not move with the gaze. */
function eyeCentre(landmarks: Landmarks, corners: number[]): [number, number] {
  const mean = (axis: number) => corners.reduce((sum, index) => sum + landmarks[3 * index + axis], 0) / corners.length;
  return [mean(0), mean(1)];
}
