import type { Landmarks } from '#engine/types';
import { TriangleClass, triangles } from '#engine/mesh/topology';
import { bytesAt, shortsAt } from '#engine/kernels/memory';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { uncovered } from '#engine/swap/geometry/raster';
import { eyeOutlines, irisDisc } from '#engine/mesh/eyes';
import type { Rgb } from '#engine/swap/source-types';

export interface EyePixel {
  /** Index of `eyeOutlines`. */
  readonly eye: number;
  /** Byte offset in the region. */
  readonly at: number;
  readonly cell: number;
  readonly distance: number;
  readonly rgb: Rgb;
}

/** Those of the eyeballs, which are the target's. */
export function visitEyes(
  { width, height, ids, alpha, painted }: Pixels,
  { region, cell, columns }: Canvas,
  destination: Landmarks,
  visit: (pixel: EyePixel) => void,
): void {
  const shown = shortsAt(ids, width * height);
  const fresh = bytesAt(alpha, width * height);
  const bytes = bytesAt(painted, 3 * width * height);
  for (const [eye, { ring, iris }] of eyeOutlines.entries()) {
    const kind = eye === 0 ? TriangleClass.leftEye : TriangleClass.rightEye;
    const disc = irisDisc(destination, iris);
    const [x, y] = [disc.x - region.x, disc.y - region.y];
    const columnsOf = ring.map((vertex) => destination[3 * vertex] - region.x);
    const rowsOf = ring.map((vertex) => destination[3 * vertex + 1] - region.y);
    const [left, right] = [Math.max(0, Math.floor(Math.min(...columnsOf))), Math.min(width, Math.max(...columnsOf))];
    const [top, bottom] = [Math.max(0, Math.floor(Math.min(...rowsOf))), Math.min(height, Math.max(...rowsOf))];
    for (let row = top; row < bottom; row++) {
      for (let column = left; column < right; column++) {
        const i = row * width + column;
        const id = shown[i];
        if (id === uncovered || triangles.classes[id] !== kind || fresh[i] > 0) continue;
        visit({
          eye,
          at: 3 * i,
          cell: Math.floor(row / cell) * columns + Math.floor(column / cell),
          distance: Math.hypot(column + 0.5 - x, row + 0.5 - y) / disc.radius,
          rgb: [bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2]],
        });
      }
    }
  }
}
