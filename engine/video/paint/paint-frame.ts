import { clampBox } from '#engine/nets/boxes';
import type { NeuralRecipe } from '#engine/neural/recipe';
import { bytes, Workspace } from '#engine/swap/ops/workspace';
import type { Box, FaceMasks, Image, Landmarks, Swapper, SwapSource } from '#engine/types';
import { isYuv420, windowAround, type Frame, type Yuv420Frame } from '#engine/ffmpeg/yuv-frame';
import { applyRgbChange, toRgb } from '#engine/ffmpeg/yuv-colour';
import type { Watermark } from '#engine/label/paint-watermark';
import { drawWatermark } from './draw-watermark';

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
  readonly sources: readonly (SwapSource | undefined)[];
  readonly watermark?: Watermark;
  /** Absent: the mesh. */
  readonly recipe?: NeuralRecipe;
}

/** In place, most distant face first: neighbouring faces may overlap. */
export async function paintFrame(
  frame: Frame,
  faces: readonly FaceToPaint[],
  spec: RenderSpec,
  swapper: Swapper,
): Promise<void> {
  for (const { person, landmarks, masks, opacity } of faces) {
    const source = spec.sources[person];
    if (!source) continue;
    const swap = (image: Image, points: Landmarks) => swapper.swapFace(image, points, source, masks);
    const face = { reach: swapper.reach(landmarks), landmarks, opacity, swap };
    if (!isYuv420(frame)) await paintImage(frame, face);
    else if (swapper.concurrent) await paintYuv(frame, face, (length) => new Uint8Array(length));
    // Returns after the last use of the shared buffers.
    else await paintYuv(frame, face, (length, name) => workspace.view(buffers[name], length));
  }
  if (spec.watermark) drawWatermark(frame, spec.watermark);
}

interface FaceSwap {
  readonly reach: Box;
  readonly landmarks: Landmarks;
  readonly opacity: number;
  readonly swap: (image: Image, landmarks: Landmarks) => void | Promise<void>;
}

const workspace = new Workspace();

type TakeBuffer = (length: number, name: keyof typeof buffers) => Uint8Array;

/** Converts only the surroundings of the face. */
async function paintYuv(
  frame: Yuv420Frame,
  { reach, landmarks, opacity, swap }: FaceSwap,
  take: TakeBuffer,
): Promise<void> {
  const window = windowAround(frame, reach);
  if (window.width === 0 || window.height === 0) return;
  const { left, top, width, height } = window;
  const image = toRgb(frame, window, take(3 * width * height, 'after'));
  const before = take(image.data.length, 'before');
  before.set(image.data);
  const points = landmarks.map((value, i) => value - (i % 3 === 0 ? left : i % 3 === 1 ? top : 0));
  const swapping = swap(image, points);
  if (swapping) await swapping;
  applyRgbChange(frame, window, before, image.data, opacity);
}

async function paintImage(image: Image, { reach, landmarks, opacity, swap }: FaceSwap): Promise<void> {
  const before = opacity < 1 ? image.data.slice() : undefined;
  await swap(image, landmarks);
  if (before) blendBack(image, before, opacity, clampBox(reach, image.width, image.height));
}

function blendBack({ width, data }: Image, before: Uint8Array, opacity: number, box: Box): void {
  const [left, right] = [Math.floor(box.x), Math.ceil(box.x + box.width)];
  for (let row = Math.floor(box.y); row < Math.ceil(box.y + box.height); row++) {
    for (let i = 3 * (row * width + left), end = 3 * (row * width + right); i < end; i++)
      data[i] = before[i] + opacity * (data[i] - before[i]) + 0.5;
  }
}
