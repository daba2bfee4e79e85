import type { Grid } from '#engine/swap/geometry/grid/grid';
import { allocate, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { mix } from '#engine/swap/ops/curves';

/** Half the width of what is closed, as a share of the grid's. */
const reach = 0.04;

/**
 * Between moustache, beard and the corners of the mouth lies bare skin with single hairs. New skin there is a smooth wedge
 * beside the lips, so the target's stays.
 * @param beard address of columns × rows f32, 0–1: raised where beard is on both sides
 */
export function keepSkinWithinBeard(beard: number, { columns, rows, laughLines }: Grid): void {
  const cells = columns * rows;
  const radius = Math.round(reach * columns);
  withScratch(() => {
    const closed = allocate(4 * cells);
    const scratch = allocate(4 * cells);
    const padded = allocate(4 * (columns + 2 * radius + 8));
    floatsAt(closed, cells).set(floatsAt(beard, cells));
    kernels().close(closed, columns, rows, radius, scratch, padded);
    const [shares, within] = [floatsAt(beard, cells), floatsAt(closed, cells)];
    for (let i = 0; i < cells; i++) shares[i] = mix(shares[i], within[i], laughLines[i]);
  });
}
