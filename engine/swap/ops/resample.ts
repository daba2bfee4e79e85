import { allocate, withScratch, bytesAt, floatsAt, kernels } from '#engine/kernels/memory';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Region extends Size {
  readonly x: number;
  readonly y: number;
}

/**
 * Squares are smaller at the right and lower edge.
 * @param cell at most 257.
 * @param means ceil(width / cell) × ceil(height / cell) × 3, written.
 */
export function cellMeans(
  data: Uint8Array,
  imageWidth: number,
  { x, y, width, height }: Region,
  cell: number,
  means: Float32Array,
): void {
  withScratch(() => {
    const rgb = allocate(3 * width * height);
    const bytes = bytesAt(rgb, 3 * width * height);
    for (let row = 0; row < height; row++) {
      const from = 3 * ((y + row) * imageWidth + x);
      bytes.set(data.subarray(from, from + 3 * width), 3 * row * width);
    }
    cellMeansAt(rgb, { width, height }, cell, means);
  });
}

export function cellMeansAt(rgb: number, size: Size, cell: number, means: Float32Array): void {
  withScratch(() => {
    const result = allocate(means.byteLength);
    kernels().cellMeans(rgb, size.width, size.height, cell, result, allocate(6 * size.width + 32));
    means.set(floatsAt(result, means.length));
  });
}
