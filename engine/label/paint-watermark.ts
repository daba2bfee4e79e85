import sharp from 'sharp';
import type { Image } from '#engine/types';
import { watermarkOverlay } from './watermark';

export interface Watermark {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export async function renderWatermark(width: number, height: number): Promise<Watermark> {
  const { input, left = 0, top = 0 } = watermarkOverlay(width, height);
  const drawing = sharp(input as Buffer).ensureAlpha();
  const { data, info } = await drawing.raw().toBuffer({ resolveWithObject: true });
  return { left, top, width: info.width, height: info.height, data: new Uint8Array(data) };
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
