import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import { mirroredPoints } from '#engine/mesh/mirrored-points';
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
/**
 * `turn` in radians, `scale` of the size of the landmarks' own crop. The mirrored crop turns the other way, so that a
 * mirror image gets mirrored landmarks.
 */
const averagedCrops = [
  { turn: 0.05, scale: 0.92 },
  { turn: -0.11, scale: 1 },
];
/** Mean distance of two passes, eye distances. On faces of photos it is 0.04 at most; beyond, a pass saw something else. */
const apart = { agreeing: 0.035, other: 0.045 };
/** Relative to the face, as trained. */
const MARGIN = 1.5;
const LEFT_CORNER = 33;
const RIGHT_CORNER = 263;

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

  /**
   * Depending on its crop, one pass is off by about 1 % of the eyes' distance; the mean of four is off by a third of that.
   * @param landmarks of one pass
   */
  async averageCrops(view: View, landmarks: Landmarks): Promise<Landmarks> {
    const { size, angle, ...centre } = regionOfLandmarks(landmarks);
    const passes: Landmarks[] = [];
    for (const { turn, scale } of averagedCrops) {
      for (const isMirrored of [false, true]) {
        const region = { ...centre, size: size * scale, angle: isMirrored ? angle - turn : angle + turn };
        passes.push((await this.meshRegion(view, region, isMirrored)).landmarks);
      }
    }
    return meanOf(passes.map((pass) => agreeing(pass, landmarks)));
  }

  /** For tracking: the mean with one pass over the mirrored crop is off by half of what one pass is. */
  async averageMirrored(view: View, landmarks: Landmarks): Promise<Landmarks> {
    const mirrored = await this.meshRegion(view, regionOfLandmarks(landmarks), true);
    return meanOf([landmarks, agreeing(mirrored.landmarks, landmarks)]);
  }

  /** @param isMirrored mirrors the crop; the landmarks are those of the picture as it is */
  async meshRegion(view: View, region: Region, isMirrored = false): Promise<Mesh> {
    const { side } = this.net;
    const crop = cropToPicture(region, side);
    const toPicture = isMirrored ? mirrorCrop(crop, side) : crop;
    sampleSquare(view, toPicture, side, RANGE, this.net.input);
    const outputs = await this.net.run();
    const points = assemble(outputs);
    moveToPicture(points, toPicture, region.size / side);
    return { landmarks: isMirrored ? mirrorPoints(points) : points, score: outputs.score[0] };
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
  for (let i = 0; i < meshVertexCount; i++) {
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
  for (let i = 0; i < meshVertexCount; i++) moved += distance(before, i, after, i);
  return moved / meshVertexCount / distance(after, LEFT_CORNER, after, RIGHT_CORNER);
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

/** The pass, or what of it agrees with the landmarks. */
function agreeing(pass: Landmarks, landmarks: Landmarks): Landmarks {
  const distance = jitterBetween(pass, landmarks);
  const share = Math.min(1, (apart.other - distance) / (apart.other - apart.agreeing));
  return share > 0 ? landmarks.map((value, i) => value + share * (pass[i] - value)) : landmarks;
}

function meanOf(passes: readonly Landmarks[]): Landmarks {
  return passes[0].map((_, i) => passes.reduce((sum, pass) => sum + pass[i], 0) / passes.length);
}

function mirrorCrop([a, b, c, d, e, f]: Affine, side: number): Affine {
  return [-a, b, c + a * side, -d, e, f + d * side];
}

function mirrorPoints(points: Landmarks): Landmarks {
  const mirrored = new Float32Array(points.length);
  mirroredPoints.forEach((from, i) => mirrored.set(points.subarray(3 * from, 3 * from + 3), 3 * i));
  return mirrored;
}

function moveToPicture(points: Landmarks, [a, b, c, d, e, f]: Affine, scale: number): void {
  for (let i = 0; i < points.length; i += 3) {
    const [x, y] = [points[i], points[i + 1]];
    points[i] = a * x + b * y + c;
    points[i + 1] = d * x + e * y + f;
    points[i + 2] *= scale;
  }
}
