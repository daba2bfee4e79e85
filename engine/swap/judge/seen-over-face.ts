import type { FaceView, MaskClass } from '#engine/types';
import type { Canvas } from '#engine/swap/geometry/canvas';
import { floats, type Workspace } from '#engine/swap/ops/workspace';
import { maskReader } from './face-mask';

const buffers = { rims: floats(), cover: floats(), beard: floats() };

/** Cells, 0–1. */
export interface SeenOverFace {
  /** Of glasses. */
  readonly rims: Float32Array;
  /** Hair, hands and objects. */
  readonly cover: Float32Array;
  readonly beard: Float32Array;
}

export function seenOverFace(
  { landmarks, masks }: FaceView,
  { region, cell, columns, rows }: Canvas,
  workspace: Workspace,
): SeenOverFace {
  const cells = columns * rows;
  const seen = {
    rims: workspace.view(buffers.rims, cells),
    cover: workspace.view(buffers.cover, cells),
    beard: workspace.view(buffers.beard, cells),
  };
  if (!masks) {
    for (const plane of Object.values(seen)) plane.fill(0);
    return seen;
  }
  const read = maskReader(masks, landmarks);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const at = (name: MaskClass) => read(name, region.x + (column + 0.5) * cell, region.y + (row + 0.5) * cell);
      seen.rims[i] = at('frame');
      seen.cover[i] = Math.max(at('hair'), at('cover'));
      seen.beard[i] = at('beard');
    }
  }
  return seen;
}
