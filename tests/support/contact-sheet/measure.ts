import type { FaceFinder } from '#engine/analyse/face-finder';
import { eyeDistance } from '#engine/mesh/pose';
import { lips, leftEyeRing, leftIris, oval, rightEyeRing, rightIris } from '#engine/mesh/topology';
import { likeness } from '#engine/nets/face-identity';
import { sharpness } from '#engine/swap/source/sharpness';
import type { Image, Landmarks } from '#engine/types';
import type { Member } from './cast';

/** What one swap came to. Lengths are percent of the eye distance. */
export interface Measures {
  /** Cosine of the result's identity to the source's and to the target's. */
  readonly toSource: number;
  readonly toTarget: number;
  /** The same for the target as it was: what a swap that did nothing would score. */
  readonly untouched: number;
  /** How far eyes and lips lie from where the swapper meant to put them. */
  readonly eyeError: number;
  readonly lipError: number;
  /** Edges along the rim of the face, as a ratio to the edges that were there before: above 1 a seam shows. */
  readonly seam: number;
  /** Sharpness of the result's face over the target's own: below 1 it is too soft, above 1 too sharp. */
  readonly sharp: number;
}

/** Finds the face again in `result` and measures it; undefined when there is no face to be found any more. */
export async function measure(
  finder: FaceFinder,
  source: Member,
  target: Member,
  result: Image,
  destination: Landmarks,
): Promise<Measures | undefined> {
  const faces = await finder.find(result);
  const away = (landmarks: Landmarks) => meanDistance(landmarks, destination, oval);
  const found = faces.sort((a, b) => away(a.landmarks) - away(b.landmarks))[0];
  const unit = eyeDistance(target.landmarks);
  if (!found || away(found.landmarks) > unit) return undefined;
  const identity = await finder.describe(result, found.landmarks);
  const eyes = [...leftEyeRing, ...rightEyeRing, leftIris[0], rightIris[0]];
  return {
    toSource: likeness(identity, source.identity),
    toTarget: likeness(identity, target.identity),
    untouched: likeness(source.identity, target.identity),
    eyeError: (100 * meanDistance(found.landmarks, destination, eyes)) / unit,
    lipError: (100 * meanDistance(found.landmarks, destination, lips)) / unit,
    seam: rimEdges(result, target.landmarks) / rimEdges(target.image, target.landmarks),
    sharp: sharpness({ ...target, image: result }) / sharpness(target),
  };
}

export function meanOf(measures: readonly Measures[]): Measures {
  const mean = (key: keyof Measures) => measures.reduce((sum, one) => sum + one[key], 0) / measures.length;
  return {
    toSource: mean('toSource'),
    toTarget: mean('toTarget'),
    untouched: mean('untouched'),
    eyeError: mean('eyeError'),
    lipError: mean('lipError'),
    seam: mean('seam'),
    sharp: mean('sharp'),
  };
}

function meanDistance(a: Landmarks, b: Landmarks, vertices: readonly number[]): number {
  const distance = (vertex: number) => Math.hypot(a[3 * vertex] - b[3 * vertex], a[3 * vertex + 1] - b[3 * vertex + 1]);
  return vertices.reduce((sum, vertex) => sum + distance(vertex), 0) / vertices.length;
}

/** Mean gradient of luminance over the band in which the new face fades in: 80 to 100 % of the way to the outline. */
function rimEdges(image: Image, landmarks: Landmarks): number {
  const middle = [0, 1].map((axis) => oval.reduce((sum, v) => sum + landmarks[3 * v + axis], 0) / oval.length);
  let sum = 0;
  let count = 0;
  for (const [index, vertex] of oval.entries()) {
    const next = oval[(index + 1) % oval.length];
    for (let step = 0; step < 1; step += 0.1) {
      const edge = [0, 1].map((axis) => landmarks[3 * vertex + axis] * (1 - step) + landmarks[3 * next + axis] * step);
      for (let depth = 0.8; depth <= 1; depth += 0.01) {
        const x = Math.round(middle[0] + depth * (edge[0] - middle[0]));
        const y = Math.round(middle[1] + depth * (edge[1] - middle[1]));
        if (x < 1 || y < 1 || x >= image.width - 1 || y >= image.height - 1) continue;
        sum += gradient(image, x, y);
        count++;
      }
    }
  }
  return sum / Math.max(1, count);
}

function gradient({ data, width }: Image, x: number, y: number): number {
  const light = (column: number, row: number) => {
    const at = 3 * (row * width + column);
    return data[at] + data[at + 1] + data[at + 2];
  };
  return Math.hypot(light(x + 1, y) - light(x - 1, y), light(x, y + 1) - light(x, y - 1));
}
