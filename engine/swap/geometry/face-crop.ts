import type { FaceView, Image, Landmarks } from '#engine/types';
import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import { halve } from '#engine/nets/pyramid';

/** Share of the face. */
const margin = 0.12;

/**
 * Halves to at most `maxFace` pixels, which bounds the cost.
 * @returns a new image, and the landmarks in its pixels.
 */
export function cropToFace({ image, landmarks, masks }: FaceView, maxFace: number): FaceView {
  const bounds = meshBounds(landmarks);
  const room = margin * Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top);
  const left = Math.max(0, Math.floor(bounds.left - room));
  const top = Math.max(0, Math.floor(bounds.top - room));
  const right = Math.min(image.width, Math.ceil(bounds.right + room));
  const bottom = Math.min(image.height, Math.ceil(bounds.bottom + room));
  let crop = cut(image, left, top, Math.max(2, right - left), Math.max(2, bottom - top));
  let scale = 1;
  while (Math.max(crop.width, crop.height) > maxFace * (1 + 2 * margin)) {
    crop = halve(crop);
    scale /= 2;
  }
  const moved = landmarks.slice();
  for (let i = 0; i < moved.length; i += 3) {
    moved[i] = (moved[i] - left) * scale;
    moved[i + 1] = (moved[i + 1] - top) * scale;
    moved[i + 2] *= scale;
  }
  return { image: crop, landmarks: moved, masks };
}

/** Pixels. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const withoutIrises = Array.from({ length: meshVertexCount }, (_, vertex) => vertex);

export const meshBounds = (landmarks: Landmarks): Bounds => edgesOf(landmarks, withoutIrises);

export function edgesOf(landmarks: Landmarks, vertices: readonly number[]): Bounds {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const vertex of vertices) {
    const x = landmarks[3 * vertex];
    const y = landmarks[3 * vertex + 1];
    if (x < bounds.left) bounds.left = x;
    if (x > bounds.right) bounds.right = x;
    if (y < bounds.top) bounds.top = y;
    if (y > bounds.bottom) bounds.bottom = y;
  }
  return bounds;
}

function cut(image: Image, left: number, top: number, width: number, height: number): Image {
  const data = new Uint8Array(3 * width * height);
  for (let y = 0; y < Math.min(height, image.height - top); y++) {
    const from = 3 * ((top + y) * image.width + left);
    data.set(image.data.subarray(from, from + 3 * Math.min(width, image.width - left)), 3 * y * width);
  }
  return { width, height, data };
}
