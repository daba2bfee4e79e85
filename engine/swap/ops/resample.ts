/** A rectangle of an image, in pixels. */
interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Means of cell × cell squares of a region of an RGB image; squares at the right and lower edge may be smaller.
 *
 * @param means ceil(width / cell) × ceil(height / cell) × 3, written.
 */
export function cellMeans(
  data: Uint8Array,
  imageWidth: number,
  region: Region,
  cell: number,
  means: Float32Array,
): void {
  const columns = Math.ceil(region.width / cell);
  const rows = Math.ceil(region.height / cell);
  const sums = new Int32Array(3 * columns);
  for (let row = 0; row < rows; row++) {
    sums.fill(0);
    const firstY = region.y + row * cell;
    const lastY = Math.min(region.y + region.height, firstY + cell);
    for (let y = firstY; y < lastY; y++) addRow(data, 3 * (y * imageWidth + region.x), region.width, cell, sums);
    for (let column = 0; column < columns; column++) {
      const cellWidth = Math.min(cell, region.width - column * cell);
      const share = 1 / (cellWidth * (lastY - firstY));
      const to = 3 * (row * columns + column);
      means[to] = sums[3 * column] * share;
      means[to + 1] = sums[3 * column + 1] * share;
      means[to + 2] = sums[3 * column + 2] * share;
    }
  }
}

function addRow(data: Uint8Array, start: number, width: number, cell: number, sums: Int32Array): void {
  for (let x = 0, from = start, to = 0; x < width; x += cell, to += 3) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (const end = from + 3 * Math.min(cell, width - x); from < end; from += 3) {
      red += data[from];
      green += data[from + 1];
      blue += data[from + 2];
    }
    sums[to] += red;
    sums[to + 1] += green;
    sums[to + 2] += blue;
  }
}
