import { applyAffine, type Affine } from '#engine/nets/affine';
import { HALF_PIXEL } from '#engine/neural/five-points';
import { invert } from '#engine/neural/templates';
import { certain, maskReader } from '#engine/swap/judge/face-mask';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { ramp } from '#engine/swap/ops/curves';
import type { FaceMasks, Landmarks } from '#engine/types';
import { resizeSquare } from './resize';

/** Masks vary slowly: read on a grid of this side, then enlarged. */
const GRID = 64;

/**
 * 0 where hair, a hand or an object is in front of the target's face. Glasses and beard are not kept: neural nets draw
 * them anew.
 * @param toCrop picture to crop, pixel centres at whole numbers
 */
export function ownMask(masks: FaceMasks, landmarks: Landmarks, toCrop: Affine, side: number): Float32Array {
  const read = maskReader(masks, landmarks);
  const toPicture = invert(toCrop);
  const cell = side / GRID;
  const mask = new Float32Array(GRID * GRID);
  for (let row = 0, i = 0; row < GRID; row++) {
    for (let column = 0; column < GRID; column++, i++) {
      const [x, y] = applyAffine(toPicture, (column + 0.5) * cell - HALF_PIXEL, (row + 0.5) * cell - HALF_PIXEL);
      const [u, v] = [x + HALF_PIXEL, y + HALF_PIXEL];
      mask[i] = 1 - ramp(certain.from, certain.all, Math.max(read('hair', u, v), read('cover', u, v)));
    }
  }
  boxBlur(mask, GRID, GRID, 1);
  return resizeSquare(mask, GRID, side);
}
