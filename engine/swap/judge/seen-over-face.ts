import type { FaceView, MaskClass } from '#engine/types';
import { masksToPicture } from '#engine/nets/face-masker';
import type { Affine } from '#engine/nets/affine';
import type { Canvas } from '#engine/swap/geometry/canvas';
import { floats, type Workspace } from '#engine/swap/ops/workspace';

const buffers = { rims: floats(), cover: floats(), beard: floats() };

/** Cells, 0–1. */
export interface SeenOverFace {
  /** Of glasses. */
  readonly rims: Float32Array;
  /** Hair, hands and objects. */
  readonly cover: Float32Array;
  readonly beard: Float32Array;
}

export function seenOverFace({ landmarks, masks }: FaceView, canvas: Canvas, workspace: Workspace): SeenOverFace {
  const cells = canvas.columns * canvas.rows;
  const seen = {
    rims: workspace.view(buffers.rims, cells),
    cover: workspace.view(buffers.cover, cells),
    beard: workspace.view(buffers.beard, cells),
  };
  for (const plane of Object.values(seen)) plane.fill(0);
  if (!masks) return seen;
  const toPicture = masksToPicture(landmarks, masks.side);
  const add = (plane: Float32Array, name: MaskClass) => {
    const shares = masks[name];
    if (shares) addShares(plane, shares, masks.side, toPicture, canvas);
  };
  add(seen.rims, 'frame');
  add(seen.cover, 'hair');
  add(seen.cover, 'cover');
  add(seen.beard, 'beard');
  return seen;
}

/** The larger of both. One loop without calls: a call for each cell allocates a number for each. */
function addShares(
  plane: Float32Array,
  shares: Uint8Array,
  side: number,
  [a, b, c, d, e, f]: Affine,
  { region, cell, columns, rows }: Canvas,
): void {
  const determinant = a * e - b * d;
  for (let row = 0, i = 0; row < rows; row++) {
    const y = region.y + (row + 0.5) * cell - f;
    for (let column = 0; column < columns; column++, i++) {
      const x = region.x + (column + 0.5) * cell - c;
      const across = Math.max(0, Math.min(side - 1, (e * x - b * y) / determinant - 0.5));
      const down = Math.max(0, Math.min(side - 1, (a * y - d * x) / determinant - 0.5));
      const left = Math.min(side - 2, Math.floor(across));
      const top = Math.min(side - 2, Math.floor(down));
      const [toRight, toBelow, at] = [across - left, down - top, top * side + left];
      const upper = shares[at] * (1 - toRight) + shares[at + 1] * toRight;
      const lower = shares[at + side] * (1 - toRight) + shares[at + side + 1] * toRight;
      plane[i] = Math.max(plane[i], (upper * (1 - toBelow) + lower * toBelow) / 255);
    }
  }
}
