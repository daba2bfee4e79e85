import sharp from 'sharp';
import { visiblePlate } from '../label/plate';
import type { Image } from '../types';

/** Draws the visible label onto a frame, in place. */
export type Stamp = (image: Image) => void;

/** The plate for frames of a size, drawn once. */
export async function makeStamp(width: number, height: number): Promise<Stamp> {
  const plate = visiblePlate(width, height);
  const { data, info } = await sharp(plate.input as Buffer)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const left = plate.left ?? 0;
  const top = plate.top ?? 0;
  const columns = Math.min(info.width, width - left);
  return (image) => {
    for (let y = 0; y < Math.min(info.height, height - top); y++) {
      let from = 4 * y * info.width;
      let to = 3 * ((top + y) * width + left);
      for (let x = 0; x < columns; x++, from += 4, to += 3) blend(image.data, to, data, from);
    }
  };
}

/** One pixel of RGBA over one of RGB. */
function blend(pixels: Uint8Array, to: number, drawing: Uint8Array, from: number): void {
  const opacity = drawing[from + 3] / 255;
  for (let channel = 0; channel < 3; channel++) {
    pixels[to + channel] += (drawing[from + channel] - pixels[to + channel]) * opacity;
  }
}
