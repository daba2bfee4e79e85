import type { Image, Landmarks } from '#engine/types';
import { eyeDistance } from '#engine/mesh/pose';

/** Outer eye distances between neighbours: hairs are thinner, shading is wider. */
const fine = 0.012;
/** 0–765: bounds ratios of near-black. */
const floor = 24;

/** Of the square within `reach` outer eye distances of a landmark. */
export interface Patch {
  readonly vertex: number;
  /** Mean of red, green and blue together, 0–765. */
  readonly light: number;
  /** Mean size of the Laplacian relative to the light: about 0.05 on skin, 0.2 and more on hair. */
  readonly roughness: number;
}

/** Of those landmarks around which the picture has pixels. */
export function patchesAround(
  image: Image,
  landmarks: Landmarks,
  vertices: readonly number[],
  reach: number,
): readonly Patch[] {
  return vertices.flatMap((vertex) => patchAround(image, landmarks, vertex, reach) ?? []);
}

function patchAround(
  { data, width, height }: Image,
  landmarks: Landmarks,
  vertex: number,
  reach: number,
): Patch | undefined {
  const distance = eyeDistance(landmarks);
  const radius = Math.max(1, Math.round(reach * distance));
  const step = Math.max(1, Math.round(fine * distance));
  const [x, y] = [Math.floor(landmarks[3 * vertex]), Math.floor(landmarks[3 * vertex + 1])];
  const lightOf = (at: number) => data[at] + data[at + 1] + data[at + 2];
  let [light, edges, count] = [0, 0, 0];
  for (let row = Math.max(step, y - radius); row <= Math.min(height - 1 - step, y + radius); row++) {
    for (let column = Math.max(step, x - radius); column <= Math.min(width - 1 - step, x + radius); column++) {
      const at = 3 * (row * width + column);
      const [beside, below] = [3 * step, 3 * step * width];
      const around = lightOf(at - beside) + lightOf(at + beside) + lightOf(at - below) + lightOf(at + below);
      light += lightOf(at);
      edges += Math.abs(4 * lightOf(at) - around);
      count++;
    }
  }
  if (count === 0) return undefined;
  return { vertex, light: (light + 1) / (count + 1), roughness: edges / (light + floor * count + 1) };
}
