import { intersectionOverUnion } from '#engine/nets/boxes';
import type { Box } from '#engine/types';
import type { TrueFace } from '#tests/support/clips';
import type { Clip } from './clip';

/** Degrees; beyond, the engine may keep the original. */
const MAX_YAW = 45;
/** Pixels. */
const MIN_EYE_DISTANCE = 16;
/** By an occluder or the edge. */
const MAX_HIDDEN = 0.12;
const FADE_S = 0.4;

export function swappableFrames(clip: Clip, id: string, size: { width: number; height: number }): boolean[] {
  const can = clip.truth.map((faces, frame) => {
    const face = faces.find((one) => one.id === id);
    return face !== undefined && isWellVisible(face, faces, frame, clip, size);
  });
  const reach = Math.ceil(FADE_S * clip.fps);
  return can.map((_, frame) => {
    const [start, end] = sceneAround(frame, clip);
    const around = can.slice(Math.max(start, frame - reach), Math.min(end, frame + reach + 1));
    return around.every(Boolean);
  });
}

function sceneAround(frame: number, { cuts, truth }: Clip): [start: number, end: number] {
  const start = Math.max(0, ...cuts.filter((cut) => cut <= frame));
  return [start, Math.min(truth.length, ...cuts.filter((cut) => cut > frame))];
}

function isWellVisible(
  face: TrueFace,
  faces: readonly TrueFace[],
  frame: number,
  { covers }: Clip,
  size: { width: number; height: number },
): boolean {
  if (Math.abs(face.yaw) > MAX_YAW || eyeWidth(face) < MIN_EYE_DISTANCE) return false;
  if (faces.some((other) => other !== face && intersectionOverUnion(boxOf(face), boxOf(other)) > 0)) return false;
  const [left, top, right, bottom] = face.box;
  let [hidden, count] = [0, 0];
  for (let y = top; y < bottom; y += 2) {
    for (let x = left; x < right; x += 2, count++) {
      const outside = x < 0 || y < 0 || x >= size.width || y >= size.height;
      if (outside || covers?.(frame, Math.round(x), Math.round(y))) hidden++;
    }
  }
  return hidden < MAX_HIDDEN * count;
}

function eyeWidth({ lm }: TrueFace): number {
  const [left, right] = [33, 263].map((wanted) => lm.find(([index]) => index === wanted)!);
  return Math.hypot(left[1] - right[1], left[2] - right[2]);
}

const boxOf = ({ box: [left, top, right, bottom] }: TrueFace): Box => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
});
