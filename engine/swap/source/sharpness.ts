import type { FaceView } from '#engine/types';
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
