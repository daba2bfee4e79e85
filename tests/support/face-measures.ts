import { eyeDistance } from '#engine/mesh/pose';
import { prepareSource, swapFace, type MeshSource } from '#engine/swap/mesh-swapper';
import type { FaceView } from '#engine/types';
import { copyOf, faceView, withMasks } from './face-views';

export function swap(source: FaceView | MeshSource, target: FaceView): FaceView {
  const after = copyOf(target);
  const prepared = 'atlas' in source ? source : prepareSource([source]);
  swapFace(after.image, after.landmarks, prepared, { masks: target.masks });
  return after;
}

export const plain = async (name: Parameters<typeof faceView>[0]) => withMasks(await faceView(name));

/** Mean difference of the pixels within `reach` outer eye distances of a landmark. */
export function differenceAt(a: FaceView, b: FaceView, vertex: number, reach: number): number {
  let [sum, count] = [0, 0];
  forPixels(a, vertex, reach, (at) => {
    for (let k = at; k < at + 3; k++) sum += Math.abs(a.image.data[k] - b.image.data[k]);
    count += 3;
  });
  return sum / count;
}

/** Mean of the pixels within `reach` outer eye distances of a landmark: red, green and blue, 0–255. */
export function meanColour(face: FaceView, vertex: number, reach: number): number[] {
  const sums = [0, 0, 0];
  let count = 0;
  forPixels(face, vertex, reach, (at) => {
    for (let k = 0; k < 3; k++) sums[k] += face.image.data[at + k];
    count++;
  });
  return sums.map((sum) => sum / count);
}

/** Mean of the pixels within `reach` outer eye distances of a landmark, 0–255. */
export function lightAt(face: FaceView, vertex: number, reach: number): number {
  const [red, green, blue] = meanColour(face, vertex, reach);
  return (red + green + blue) / 3;
}

/** Mean size of the Laplacian of green, three pixels wide. */
export function roughnessAt(face: FaceView, vertex: number, reach: number): number {
  const { data, width } = face.image;
  let [sum, count] = [0, 0];
  forPixels(face, vertex, reach, (red) => {
    const at = red + 1;
    const around = data[at - 9] + data[at + 9] + data[at - 9 * width] + data[at + 9 * width];
    sum += Math.abs(4 * data[at] - around);
    count++;
  });
  return sum / count;
}

export function forPixels(
  { image, landmarks }: FaceView,
  vertex: number,
  reach: number,
  visit: (at: number) => void,
): void {
  const [x, y, radius] = [landmarks[3 * vertex], landmarks[3 * vertex + 1], reach * eyeDistance(landmarks)];
  for (let row = Math.round(y - radius); row < y + radius; row++)
    for (let column = Math.round(x - radius); column < x + radius; column++)
      if (Math.hypot(column - x, row - y) < radius) visit(3 * (row * image.width + column));
}
