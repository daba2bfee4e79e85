import { boundsOf, clampBox } from '#engine/nets/boxes';
import { MESH_POINTS } from '#engine/nets/face-mesher';
import { Workspace } from '#engine/swap/ops/workspace';
import type { Box, Image, Landmarks, Swapper, SwapSource } from '#engine/types';
import { isPlanes, windowAround, type Picture, type Planes } from '#engine/ffmpeg/yuv-frame';
import { addChange, toRgb } from '#engine/ffmpeg/yuv-colour';
import { stamp, type Plate } from './draw-watermark';

/** A face to paint over. */
export interface PaintedFace {
  /** Index of the person. */
  readonly person: number;
  /** Pixels of the picture that is painted on. */
  readonly landmarks: Landmarks;
  /** How much of the new face shows, 0–1. */
  readonly strength: number;
}

/** What all frames are painted with; plain data, so that it can be handed to a thread. */
export interface Paints {
  /** Name of the swapper. */
  readonly swapper: string;
  /** By index of the person. */
  readonly materials: readonly (SwapSource | undefined)[];
  readonly plate?: Plate;
}

/** What a swapper may look at or touch reaches this far beyond the mesh, relative to the face. */
const REACH = 0.15;

/** Paints the new faces over the old ones, those farther away first, and the label over all; in place. */
export function paint(picture: Picture, faces: readonly PaintedFace[], paints: Paints, swapper: Swapper): void {
  for (const { person, landmarks, strength } of faces) {
    const material = paints.materials[person];
    if (!material) continue;
    const swap = (image: Image, points: Landmarks) => swapper.swapFace(image, points, material);
    if (isPlanes(picture)) paintPlanes(picture, landmarks, strength, swap);
    else paintImage(picture, landmarks, strength, swap);
  }
  if (paints.plate) stamp(picture, paints.plate);
}

type Swap = (image: Image, landmarks: Landmarks) => void;

/** Painting is synchronous, so one serves all of a thread's. */
const workspace = new Workspace();

/** Turns what is around the face into RGB, and what has changed there back. */
function paintPlanes(planes: Planes, landmarks: Landmarks, strength: number, swap: Swap): void {
  const window = windowAround(planes, aroundFace(landmarks));
  if (window.width === 0 || window.height === 0) return;
  const { left, top, width, height } = window;
  const image = toRgb(planes, window, workspace.bytes('paint.after', 3 * width * height));
  const before = workspace.bytes('paint.before', image.data.length);
  before.set(image.data);
  const points = landmarks.map((value, i) => value - (i % 3 === 0 ? left : i % 3 === 1 ? top : 0));
  swap(image, points);
  addChange(planes, window, before, image.data, strength);
}

function paintImage(image: Image, landmarks: Landmarks, strength: number, swap: Swap): void {
  const before = strength < 1 ? image.data.slice() : undefined;
  swap(image, landmarks);
  if (before) mixBack(image, before, strength, clampBox(aroundFace(landmarks), image.width, image.height));
}

function aroundFace(landmarks: Landmarks): Box {
  const { x, y, width, height } = boundsOf(landmarks, MESH_POINTS);
  const margin = REACH * Math.max(width, height);
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

/** Leaves only `strength` of what was painted in a box. */
function mixBack({ width, data }: Image, before: Uint8Array, strength: number, box: Box): void {
  const [left, right] = [Math.floor(box.x), Math.ceil(box.x + box.width)];
  for (let row = Math.floor(box.y); row < Math.ceil(box.y + box.height); row++) {
    for (let i = 3 * (row * width + left), end = 3 * (row * width + right); i < end; i++)
      data[i] = before[i] + strength * (data[i] - before[i]) + 0.5;
  }
}
