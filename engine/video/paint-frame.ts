import { boundsOf, clampBox } from '#engine/nets/boxes';
import { MESH_POINTS } from '#engine/nets/face-mesher';
import { bytes, Workspace } from '#engine/swap/ops/workspace';
import type { Box, FaceMasks, Image, Landmarks, Swapper, SwapSource } from '#engine/types';
import { isYuv420, windowAround, type Frame, type Yuv420Frame } from '#engine/ffmpeg/yuv-frame';
import { applyRgbChange, toRgb } from '#engine/ffmpeg/yuv-colour';
import { drawWatermark, type Watermark } from './draw-watermark';

const buffers = { after: bytes(), before: bytes() };

export interface FaceToPaint {
  readonly person: number;
  readonly landmarks: Landmarks;
  readonly masks?: FaceMasks;
  /** 0–1. */
  readonly opacity: number;
}

/** Can be sent to a worker. */
export interface RenderSpec {
  readonly materials: readonly (SwapSource | undefined)[];
  readonly watermark?: Watermark;
}

/** Relative to the face. */
const MARGIN = 0.15;

/** In place, most distant face first. */
export function paintFrame(frame: Frame, faces: readonly FaceToPaint[], spec: RenderSpec, swapper: Swapper): void {
  for (const { person, landmarks, masks, opacity } of faces) {
    const material = spec.materials[person];
    if (!material) continue;
    const swap = (image: Image, points: Landmarks) => swapper.swapFace(image, points, material, masks);
    if (isYuv420(frame)) paintYuv(frame, landmarks, opacity, swap);
    else paintImage(frame, landmarks, opacity, swap);
  }
  if (spec.watermark) drawWatermark(frame, spec.watermark);
}

type Swap = (image: Image, landmarks: Landmarks) => void;

/** Shared: painting is synchronous. */
const workspace = new Workspace();

/** Converts only the surroundings of the face. */
function paintYuv(frame: Yuv420Frame, landmarks: Landmarks, opacity: number, swap: Swap): void {
  const window = windowAround(frame, aroundFace(landmarks));
  if (window.width === 0 || window.height === 0) return;
  const { left, top, width, height } = window;
  const image = toRgb(frame, window, workspace.view(buffers.after, 3 * width * height));
  const before = workspace.view(buffers.before, image.data.length);
  before.set(image.data);
  const points = landmarks.map((value, i) => value - (i % 3 === 0 ? left : i % 3 === 1 ? top : 0));
  swap(image, points);
  applyRgbChange(frame, window, before, image.data, opacity);
}

function paintImage(image: Image, landmarks: Landmarks, opacity: number, swap: Swap): void {
  const before = opacity < 1 ? image.data.slice() : undefined;
  swap(image, landmarks);
  if (before) blendBack(image, before, opacity, clampBox(aroundFace(landmarks), image.width, image.height));
}

function aroundFace(landmarks: Landmarks): Box {
  const { x, y, width, height } = boundsOf(landmarks, MESH_POINTS);
  const margin = MARGIN * Math.max(width, height);
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

function blendBack({ width, data }: Image, before: Uint8Array, opacity: number, box: Box): void {
  const [left, right] = [Math.floor(box.x), Math.ceil(box.x + box.width)];
  for (let row = Math.floor(box.y); row < Math.ceil(box.y + box.height); row++) {
    for (let i = 3 * (row * width + left), end = 3 * (row * width + right); i < end; i++)
      data[i] = before[i] + opacity * (data[i] - before[i]) + 0.5;
  }
}
