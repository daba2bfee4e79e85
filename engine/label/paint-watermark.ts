import type { Image } from '#engine/types';

export interface Watermark {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** In place. */
export function paintWatermark(image: Image, watermark: Watermark): void {
  const columns = Math.min(watermark.width, image.width - watermark.left);
  for (let y = 0; y < Math.min(watermark.height, image.height - watermark.top); y++) {
    let from = 4 * y * watermark.width;
    let to = 3 * ((watermark.top + y) * image.width + watermark.left);
    for (let x = 0; x < columns; x++, from += 4, to += 3) blend(image.data, to, watermark.data, from);
  }
}

function blend(pixels: Uint8Array, to: number, drawing: Uint8Array, from: number): void {
  const opacity = drawing[from + 3] / 255;
  for (let channel = 0; channel < 3; channel++) {
    pixels[to + channel] += (drawing[from + channel] - pixels[to + channel]) * opacity;
  }
}
