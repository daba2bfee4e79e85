import { LANDMARK_COUNT, type Landmarks } from '#engine/types';
import { cropToPicture, type Affine, type Region } from './affine';
import {
  LEFT_IRIS,
  leftEyePoints,
  leftLidPoints,
  lipPoints,
  RIGHT_IRIS,
  rightEyePoints,
  rightLidPoints,
} from './attention-points';
import type { Detection } from './face-detector';
import type { Net } from './model-store';
import { sampleSquare } from './sampling';
import type { View } from './view';

export interface Mesh {
  readonly landmarks: Landmarks;
  /** 0–1. */
  readonly score: number;
}

export interface RefinedMesh extends Mesh {
  /** Between the last two passes, eye distances; below 0.02 on faces. */
  readonly jitter: number;
}

const RANGE = { scale: 1 / 255, offset: 0 };
/** Relative to the face, as trained. */
const MARGIN = 1.5;
const LEFT_CORNER = 33;
const RIGHT_CORNER = 263;
export const MESH_POINTS = 468;

/** Grishchenko et al., "Attention Mesh: High-fidelity Face Mesh Prediction in Real-time", 2020. */
export class FaceMesher {
  constructor(private readonly net: Net) {}

  /** Three passes, each centred by the previous. */
  async mesh(view: View, detection: Detection): Promise<RefinedMesh> {
    const first = await this.meshRegion(view, regionOfDetection(detection));
    const second = await this.meshRegion(view, regionOfLandmarks(first.landmarks));
    const third = await this.meshRegion(view, regionOfLandmarks(second.landmarks));
    return { ...third, jitter: jitterBetween(second.landmarks, third.landmarks) };
  }

  async meshRegion(view: View, region: Region): Promise<Mesh> {
    const toPicture = cropToPicture(region, this.net.side);
    sampleSquare(view, toPicture, this.net.side, RANGE, this.net.input);
    const outputs = await this.net.run();
    const landmarks = assemble(outputs);
    moveToPicture(landmarks, toPicture, region.size / this.net.side);
    return { landmarks, score: outputs.score[0] };
  }
}

function regionOfDetection({ box, eyes }: Detection): Region {
  return {
    centreX: box.x + box.width / 2,
    centreY: box.y + box.height / 2,
    size: Math.max(box.width, box.height) * MARGIN,
    angle: Math.atan2(eyes[3] - eyes[1], eyes[2] - eyes[0]),
  };
}

export function regionOfLandmarks(landmarks: Landmarks): Region {
  const angle = Math.atan2(
    landmarks[3 * RIGHT_CORNER + 1] - landmarks[3 * LEFT_CORNER + 1],
    landmarks[3 * RIGHT_CORNER] - landmarks[3 * LEFT_CORNER],
  );
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < MESH_POINTS; i++) {
    const x = landmarks[3 * i] * cos + landmarks[3 * i + 1] * sin;
    const y = landmarks[3 * i + 1] * cos - landmarks[3 * i] * sin;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return {
    centreX: x * cos - y * sin,
    centreY: x * sin + y * cos,
    size: Math.max(right - left, bottom - top) * MARGIN,
    angle,
  };
}

function jitterBetween(before: Landmarks, after: Landmarks): number {
  const distance = (a: Landmarks, i: number, b: Landmarks, j: number) =>
    Math.hypot(a[3 * i] - b[3 * j], a[3 * i + 1] - b[3 * j + 1]);
  let moved = 0;
  for (let i = 0; i < MESH_POINTS; i++) moved += distance(before, i, after, i);
  return moved / MESH_POINTS / distance(after, LEFT_CORNER, after, RIGHT_CORNER);
}

/** 478 points, input pixels. */
function assemble(outputs: Record<string, Float32Array>): Landmarks {
  const points = new Float32Array(3 * LANDMARK_COUNT);
  points.set(outputs.mesh);
  refine(points, lipPoints, outputs.lips);
  refine(points, leftEyePoints, outputs.leftEye);
  refine(points, rightEyePoints, outputs.rightEye);
  placeIris(points, LEFT_IRIS, outputs.leftIris, leftLidPoints);
  placeIris(points, RIGHT_IRIS, outputs.rightIris, rightLidPoints);
  return points;
}

/** Refined outputs have no depth. */
function refine(points: Landmarks, indices: readonly number[], finer: Float32Array): void {
  indices.forEach((index, i) => {
    points[3 * index] = finer[2 * i];
    points[3 * index + 1] = finer[2 * i + 1];
  });
}

function placeIris(points: Landmarks, first: number, iris: Float32Array, lids: readonly number[]): void {
  const depth = lids.reduce((sum, index) => sum + points[3 * index + 2], 0) / lids.length;
  for (let i = 0; i < iris.length / 2; i++) {
    points.set([iris[2 * i], iris[2 * i + 1], depth], 3 * (first + i));
  }
}

function moveToPicture(points: Landmarks, [a, b, c, d, e, f]: Affine, scale: number): void {
  for (let i = 0; i < points.length; i += 3) {
    const [x, y] = [points[i], points[i + 1]];
    points[i] = a * x + b * y + c;
    points[i + 1] = d * x + e * y + f;
    points[i + 2] *= scale;
  }
}
