import type { FaceView, Landmarks } from '#engine/types';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, mean, ramp } from '#engine/swap/ops/curves';
import { sumAt } from '#engine/swap/ops/light';
import { maskReader } from './face-mask';
import { patchesAround } from './patch';

/** Between nose and upper lip, and beside the mouth. */
const places = [164, 167, 393, 92, 322, 186, 410];
/** Mean over those in the picture of what the net sees, where it is dark: stubble that the new face covers is not. */
const moustache = { from: 0.25, all: 0.4 };
const dark = { from: 0.9, all: 0.6 };
/** Outer eye distances. */
const reach = 0.02;
/** Around the skin between nose and upper lip. */
const outline = [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 410, 322, 391, 326, 2, 97, 165, 92, 186];
const cheeks = [50, 280];
/** Light over that of the cheeks. The tip of the nose is not hair. */
const hair = { from: 0.85, all: 0.65 };
/** A share of the columns, and of the noses blurred by it. */
const thinning = { radius: 0.03, from: 0.2, all: 0.5 };

/** 0–1; 0 without a cheek in the picture to compare it with. */
export function moustacheShare({ image, landmarks, masks }: FaceView): number {
  if (!masks?.beard) return 0;
  const read = maskReader(masks, landmarks);
  const lips = patchesAround(image, landmarks, places, reach);
  const skin = patchesAround(image, landmarks, cheeks, reach);
  if (lips.length === 0 || skin.length === 0) return 0;
  const brightest = Math.max(...skin.map(({ light }) => light));
  const hairs = lips.map(
    ({ vertex, light }) =>
      read('beard', landmarks[3 * vertex], landmarks[3 * vertex + 1]) * ramp(dark.from, dark.all, light / brightest),
  );
  return ramp(moustache.from, moustache.all, mean(hairs));
}

/**
 * Thin hair is seen in pieces only, but a moustache stays whole or goes.
 * @param beard cells, 0–1; changed
 * @param target cells × 3
 */
export function completeMoustache(
  beard: Float32Array,
  share: number,
  landmarks: Landmarks,
  target: Float32Array,
  canvas: Canvas,
): void {
  if (share === 0) return;
  const { region, cell, columns, rows } = canvas;
  const across = outline.map((vertex) => (landmarks[3 * vertex] - region.x) / cell);
  const down = outline.map((vertex) => (landmarks[3 * vertex + 1] - region.y) / cell);
  const skin = Math.max(...cheeks.map((vertex) => lightAt(target, cellOf(landmarks, vertex, canvas))));
  const [first, last] = [Math.max(0, Math.floor(Math.min(...down))), Math.min(rows - 1, Math.ceil(Math.max(...down)))];
  for (let row = first; row <= last; row++) {
    const crossings = crossingsOf(across, down, row + 0.5);
    for (let n = 0; n + 1 < crossings.length; n += 2) {
      const from = Math.max(0, Math.round(crossings[n]));
      const to = Math.min(columns, Math.round(crossings[n + 1]));
      for (let i = row * columns + from; i < row * columns + to; i++)
        beard[i] = Math.max(beard[i], share * ramp(hair.from, hair.all, lightAt(target, i) / skin));
    }
  }
}

/** 0–1. Hair thins out towards noses: a moustache that ended at the outline of the target's would show where it was. */
export function besideNoses({ noses, columns, rows }: Grid): Float32Array {
  const near = noses.slice();
  boxBlur(near, columns, rows, Math.max(1, Math.round(thinning.radius * columns)), 2);
  for (let i = 0; i < near.length; i++) near[i] = Math.max(noses[i], ramp(thinning.from, thinning.all, near[i]));
  return near;
}

const lightAt = (rgb: Float32Array, cell: number): number => sumAt(rgb, 3 * cell) + 1;

function cellOf(landmarks: Landmarks, vertex: number, { region, cell, columns, rows }: Canvas): number {
  const column = clamp(Math.floor((landmarks[3 * vertex] - region.x) / cell), 0, columns - 1);
  return clamp(Math.floor((landmarks[3 * vertex + 1] - region.y) / cell), 0, rows - 1) * columns + column;
}

function crossingsOf(across: readonly number[], down: readonly number[], y: number): number[] {
  const crossings: number[] = [];
  for (let i = 0; i < down.length; i++) {
    const next = (i + 1) % down.length;
    if (down[i] > y === down[next] > y) continue;
    crossings.push(across[i] + ((y - down[i]) / (down[next] - down[i])) * (across[next] - across[i]));
  }
  return crossings.sort((a, b) => a - b);
}
