import type { FaceView, Image } from '#engine/types';
import { meshBounds } from '#engine/swap/geometry/face-crop';

/** Laplacian over deviation of luminance: 0.1 sharp, under 0.02 blurred. */
export function sharpness({ image, landmarks }: FaceView): number {
  const bounds = meshBounds(landmarks);
  const left = Math.max(1, Math.floor(bounds.left));
  const top = Math.max(1, Math.floor(bounds.top));
  const right = Math.min(image.width - 1, Math.ceil(bounds.right));
  const bottom = Math.min(image.height - 1, Math.ceil(bounds.bottom));
  const { data, width } = image;
  const light = (i: number) => data[3 * i] + data[3 * i + 1] + data[3 * i + 2];
  let edges = 0;
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const i = y * width + x;
      const here = light(i);
      edges += Math.abs(4 * here - light(i - 1) - light(i + 1) - light(i - width) - light(i + width));
      sum += here;
      squares += here * here;
      count++;
    }
  }
  if (count === 0) return 0;
  const mean = sum / count;
  return edges / count / (Math.sqrt(Math.max(0, squares / count - mean * mean)) + 3);
}

/** Of the face's width: as wide as a pupil. */
const detailShare = 1 / 74;
const wider = 3;

/**
 * Energy of the Laplacian over that of one three times as wide: 0.15 and more where features have edges, 0.05 where they
 * are blots. Enlarging a picture does not change it; grain and blocks of one pixel hardly do.
 */
export function featureDetail({ image, landmarks }: FaceView): number {
  const bounds = meshBounds(landmarks);
  const near = Math.max(1, Math.round(detailShare * (bounds.right - bounds.left)));
  const room = wider * near;
  const top = Math.max(room, Math.floor(bounds.top));
  const bottom = Math.min(image.height - room, Math.ceil(bounds.bottom));
  const left = Math.max(room, Math.floor(bounds.left));
  const right = Math.min(image.width - room, Math.ceil(bounds.right));
  let [fine, coarse] = [0, 1];
  for (let y = top; y < bottom; y += 2) {
    for (let x = left; x < right; x += 2) {
      fine += laplacian(image, x, y, near) ** 2;
      coarse += laplacian(image, x, y, room) ** 2;
    }
  }
  return fine / coarse;
}

function laplacian({ data, width }: Image, x: number, y: number, span: number): number {
  const green = (column: number, row: number) => data[3 * (row * width + column) + 1];
  return 4 * green(x, y) - green(x - span, y) - green(x + span, y) - green(x, y - span) - green(x, y + span);
}
