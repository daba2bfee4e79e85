import { allocate, withScratch, bytesAt, kernels } from '#engine/kernels/memory';
import type { Image } from '#engine/types';
import type { Level, View } from './view';

/** Halvings on demand. Small crops read the nearest level, against aliasing. */
export class Pyramid implements View {
  private readonly levels: Image[];

  constructor(image: Image) {
    this.levels = [image];
  }

  get width(): number {
    return this.levels[0].width;
  }

  get height(): number {
    return this.levels[0].height;
  }

  levelFor(scale: number): Level {
    let level = 0;
    while (scale / 2 ** (level + 1) >= 1 && this.ensureLevel(level + 1)) level++;
    return { image: this.levels[level], shrink: 1 / 2 ** level, left: 0, top: 0 };
  }

  private ensureLevel(level: number): boolean {
    while (this.levels.length <= level) {
      const last = this.levels[this.levels.length - 1];
      if (last.width < 4 || last.height < 4) return false;
      this.levels.push(halve(last));
    }
    return true;
  }
}

/** Fits the cache and bounds kernel memory. */
const rowsAtATime = 64;

/** An odd last row or column is dropped. */
export function halve({ width, height, data }: Image): Image {
  const [newWidth, newHeight] = [width >> 1, height >> 1];
  const halved = new Uint8Array(3 * newWidth * newHeight);
  withScratch(() => {
    const [from, to] = [allocate(3 * width * rowsAtATime), allocate((3 * newWidth * rowsAtATime) / 2)];
    for (let y = 0; y < 2 * newHeight; y += rowsAtATime) {
      const rows = Math.min(rowsAtATime, 2 * newHeight - y);
      bytesAt(from, 3 * width * rows).set(data.subarray(3 * width * y, 3 * width * (y + rows)));
      kernels().halve(from, width, rows, to);
      halved.set(bytesAt(to, (3 * newWidth * rows) / 2), (3 * newWidth * y) / 2);
    }
  });
  return { width: newWidth, height: newHeight, data: halved };
}
