import type { BoundPerson } from '../photo/bind';
import { boundsOf, clampBox } from '../nets/boxes';
import { MESH_POINTS } from '../nets/face-mesher';
import type { Image, Landmarks, Swapper } from '../types';
import type { Followed } from './follow';

/** What a swapper may touch reaches this far beyond the mesh, relative to the face. */
const REACH = 0.6;

/** Paints the new faces over everybody bound who appears in a frame, in place. */
export function paintFrame(
  image: Image,
  frame: number,
  { cast, scale }: Followed,
  bound: readonly BoundPerson[],
  swapper: Swapper,
): void {
  for (const { person, landmarks, strength } of cast.inFrame(frame)) {
    const source = bound.find(({ index }) => index === person)?.source;
    if (!source) continue;
    const points = scale === 1 ? landmarks : landmarks.map((value) => value * scale);
    const before = strength < 1 ? copyAround(image, points) : undefined;
    swapper.swapFace(image, points, source.material);
    if (before) mixBack(image, before, strength);
  }
}

interface Patch {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

function copyAround(image: Image, landmarks: Landmarks): Patch {
  const face = boundsOf(landmarks, MESH_POINTS);
  const margin = REACH * Math.max(face.width, face.height);
  const { x, y, width, height } = face;
  const around = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
  const box = clampBox(around, image.width, image.height);
  const [left, top] = [Math.floor(box.x), Math.floor(box.y)];
  const [right, bottom] = [Math.ceil(box.x + box.width), Math.ceil(box.y + box.height)];
  const rowBytes = 3 * (right - left);
  const data = new Uint8Array(rowBytes * (bottom - top));
  for (let row = top; row < bottom; row++) {
    const from = 3 * (row * image.width + left);
    data.set(image.data.subarray(from, from + rowBytes), (row - top) * rowBytes);
  }
  return { left, top, width: right - left, height: bottom - top, data };
}

/** Leaves only `strength` of what was painted. */
function mixBack(image: Image, { left, top, width, height, data }: Patch, strength: number): void {
  for (let row = 0, from = 0; row < height; row++) {
    let to = 3 * ((top + row) * image.width + left);
    for (const end = to + 3 * width; to < end; to++, from++) {
      image.data[to] = data[from] + strength * (image.data[to] - data[from]) + 0.5;
    }
  }
}
