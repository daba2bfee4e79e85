import type { FaceView, MaskClass } from '#engine/types';
import { allocate, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { masksToPicture } from '#engine/nets/face-masker';
import type { Affine } from '#engine/nets/affine';
import type { Canvas } from '#engine/swap/geometry/canvas';

/** Addresses of planes of cells, 0–1. */
export interface SeenOverFace {
  /** Of glasses; `lenses` likewise. */
  readonly rims: number;
  readonly lenses: number;
  /** Hair, hands and objects. */
  readonly cover: number;
  readonly beard: number;
}

/** Within the caller's scratch. */
export function seenOverFace({ landmarks, masks }: FaceView, canvas: Canvas): SeenOverFace {
  const { columns, rows } = canvas;
  const cells = columns * rows;
  const plane = () => allocate(4 * cells);
  const seen = { rims: plane(), lenses: plane(), cover: plane(), beard: plane() };
  for (const address of Object.values(seen)) floatsAt(address, cells).fill(0);
  if (!masks) return seen;
  const toMask = gridToMask(masksToPicture(landmarks, masks.side), canvas);
  const add = (address: number, name: MaskClass) => {
    const shares = masks[name];
    if (!shares) return;
    withScratch(() => {
      const [across, down] = [copyIn(toMask.across), copyIn(toMask.down)];
      kernels().addShares(address, columns, rows, copyIn(shares), masks.side, across, down);
    });
  };
  add(seen.rims, 'frame');
  add(seen.lenses, 'lens');
  add(seen.cover, 'hair');
  add(seen.cover, 'cover');
  add(seen.beard, 'beard');
  return seen;
}

/** Place of a cell in the mask = start + per column · column + per row · row. */
function gridToMask([a, b, c, d, e, f]: Affine, { region, cell }: Canvas) {
  const determinant = a * e - b * d;
  const x = region.x + 0.5 * cell - c;
  const y = region.y + 0.5 * cell - f;
  return {
    across: Float64Array.of((e * x - b * y) / determinant - 0.5, (e * cell) / determinant, (-b * cell) / determinant),
    down: Float64Array.of((a * y - d * x) / determinant - 0.5, (-d * cell) / determinant, (a * cell) / determinant),
  };
}
