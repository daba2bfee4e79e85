import type { Box, Image } from '#engine/types';
import { allocate, withScratch, bytesAt } from '#engine/kernels/memory';

/** Addresses of width × height planes. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** × 3 bytes. */
  readonly original: number;
  /** × 3 bytes; starts as a copy. */
  readonly painted: number;
  /** Triangle, × 16 bits (see `rasterize`). */
  readonly ids: number;
  /** Opacity of the new face, × 1 byte. */
  readonly alpha: number;
}

export function withPixels(image: Image, region: Box, work: (pixels: Pixels) => void): void {
  withScratch(() => {
    const { width, height } = region;
    const count = width * height;
    const pixels = {
      width,
      height,
      original: allocate(3 * count),
      painted: allocate(3 * count),
      ids: allocate(2 * count),
      alpha: allocate(count),
    };
    readRegion(image, region, pixels);
    work(pixels);
    writeRegion(image, region, pixels);
  });
}

function readRegion(image: Image, region: Box, { original, painted }: Pixels): void {
  const length = 3 * region.width;
  const all = bytesAt(original, length * region.height);
  for (let y = 0; y < region.height; y++) {
    const from = startOf(image, region, y);
    all.set(image.data.subarray(from, from + length), y * length);
  }
  bytesAt(painted, all.length).set(all);
}

function writeRegion(image: Image, region: Box, { painted }: Pixels): void {
  const length = 3 * region.width;
  const all = bytesAt(painted, length * region.height);
  for (let y = 0; y < region.height; y++) {
    image.data.set(all.subarray(y * length, (y + 1) * length), startOf(image, region, y));
  }
}

const startOf = (image: Image, region: Box, y: number): number => 3 * ((region.y + y) * image.width + region.x);
