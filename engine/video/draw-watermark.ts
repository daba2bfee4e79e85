import sharp from 'sharp';
import { visiblePlate } from '#engine/label/watermark';
import type { Image } from '#engine/types';
import { isPlanes, windowAround, type Picture } from '#engine/ffmpeg/yuv-frame';
import { addChange, toRgb } from '#engine/ffmpeg/yuv-colour';

/** The visible label, drawn: RGBA, and where it lies. */
export interface Plate {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** The plate for frames of a size. */
export async function makePlate(width: number, height: number): Promise<Plate> {
  const { input, left = 0, top = 0 } = visiblePlate(width, height);
  const drawing = sharp(input as Buffer).ensureAlpha();
  const { data, info } = await drawing.raw().toBuffer({ resolveWithObject: true });
  return { left, top, width: info.width, height: info.height, data: new Uint8Array(data) };
}

/** Draws the label onto a frame, in place. */
export function stamp(picture: Picture, plate: Plate): void {
  if (!isPlanes(picture)) return stampImage(picture, plate);
  const window = windowAround(picture, { x: plate.left, y: plate.top, width: plate.width, height: plate.height });
  const image = toRgb(picture, window);
  const before = image.data.slice();
  stampImage(image, { ...plate, left: plate.left - window.left, top: plate.top - window.top });
  addChange(picture, window, before, image.data);
}

function stampImage(image: Image, plate: Plate): void {
  const columns = Math.min(plate.width, image.width - plate.left);
  for (let y = 0; y < Math.min(plate.height, image.height - plate.top); y++) {
    let from = 4 * y * plate.width;
    let to = 3 * ((plate.top + y) * image.width + plate.left);
    for (let x = 0; x < columns; x++, from += 4, to += 3) blend(image.data, to, plate.data, from);
  }
}

/** One pixel of RGBA over one of RGB. */
function blend(pixels: Uint8Array, to: number, drawing: Uint8Array, from: number): void {
  const opacity = drawing[from + 3] / 255;
  for (let channel = 0; channel < 3; channel++) {
    pixels[to + channel] += (drawing[from + channel] - pixels[to + channel]) * opacity;
  }
}
