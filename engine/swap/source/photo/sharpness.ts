import type { FaceView, Image } from '#engine/types';
import { leftEyeRing, rightEyeRing } from '#engine/mesh/topology';
import { mix } from '#engine/swap/ops/curves';
import { edgesOf, meshBounds, type Bounds } from '#engine/swap/geometry/face-crop';

/** Laplacian over deviation of luminance: 0.1 sharp, under 0.02 blurred. */
export function sharpness({ image, landmarks }: FaceView): number {
  const bounds = meshBounds(landmarks);
  const left = Math.max(1, Math.floor(bounds.left));
  const top = Math.max(1, Math.floor(bounds.top));
  const right = Math.min(image.width - 1, Math.ceil(bounds.right));
  const bottom = Math.min(image.height - 1, Math.ceil(bounds.bottom));
  const count = Math.max(0, right - left) * Math.max(0, bottom - top);
  const light = sumsOfChannels(image, top - 1, bottom + 1);
  const { width } = image;
  let edges = 0;
  let sum = 0;
  let squares = 0;
  for (let row = width; row < light.length - width; row += width) {
    for (let i = row + left; i < row + right; i++) {
      const here = light[i];
      edges += Math.abs(4 * here - light[i - 1] - light[i + 1] - light[i - width] - light[i + width]);
      sum += here;
      squares += here * here;
    }
  }
  if (count === 0) return 0;
  const mean = sum / count;
  return edges / count / (Math.sqrt(Math.max(0, squares / count - mean * mean)) + 3);
}

/** Of the rows from `top` to before `bottom`. */
function sumsOfChannels({ data, width }: Image, top: number, bottom: number): Uint16Array {
  const sums = new Uint16Array(Math.max(0, bottom - top) * width);
  for (let i = 0, at = 3 * top * width; i < sums.length; i++, at += 3) sums[i] = data[at] + data[at + 1] + data[at + 2];
  return sums;
}

/** Of the face's width: as wide as a pupil. */
const detailShare = 1 / 74;
const wider = 3;

/**
 * Energy of the Laplacian over that of one three times as wide: 0.15 and more where features have edges, 0.05 where they
 * are blots. Enlarging a picture does not change it; grain and blocks of one pixel hardly do.
 */
export function featureDetail({ image, landmarks }: FaceView): number {
  const face = meshBounds(landmarks);
  return detailWithin(image, [face], widthOf(face));
}

/** `featureDetail` of both eyes: 0.2 and more where lids have edges. The edges of glasses raise that of a face. */
export function eyeDetail({ image, landmarks }: FaceView): number {
  const eyes = [leftEyeRing, rightEyeRing].map((ring) => widened(edgesOf(landmarks, ring)));
  return detailWithin(image, eyes, widthOf(meshBounds(landmarks)));
}

/** A sixth of its width on each side: lids and lashes, no rims. */
function widened({ left, top, right, bottom }: Bounds): Bounds {
  const more = (right - left) / 6;
  return { left: left - more, right: right + more, top: top - more, bottom: bottom + more };
}

/** Interpolates between distances of whole pixels, so that a face one pixel wider has about the same detail. */
function detailWithin(image: Image, boxes: readonly Bounds[], faceWidth: number): number {
  const near = Math.max(1, detailShare * faceWidth);
  const whole = Math.floor(near);
  return mix(detailAt(image, boxes, whole), detailAt(image, boxes, whole + 1), near - whole);
}

/** @param near pixels */
function detailAt({ data, width, height }: Image, boxes: readonly Bounds[], near: number): number {
  const room = wider * near;
  let fine = 0;
  let coarse = 1;
  for (const { left, top, right, bottom } of boxes) {
    const rowEnd = Math.min(height - room, Math.ceil(bottom));
    const columnEnd = Math.min(width - room, Math.ceil(right));
    for (let y = Math.max(room, Math.floor(top)); y < rowEnd; y += 2) {
      for (let x = Math.max(room, Math.floor(left)); x < columnEnd; x += 2) {
        const green = 3 * (y * width + x) + 1;
        fine += laplacian(data, green, 3 * near, 3 * near * width) ** 2;
        coarse += laplacian(data, green, 3 * room, 3 * room * width) ** 2;
      }
    }
  }
  return fine / coarse;
}

const widthOf = ({ left, right }: Bounds): number => right - left;

/** @param across,down distances in `data` */
function laplacian(data: Uint8Array, at: number, across: number, down: number): number {
  return 4 * data[at] - data[at - across] - data[at + across] - data[at - down] - data[at + down];
}
