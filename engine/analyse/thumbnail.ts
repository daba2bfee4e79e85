import sharp from 'sharp';
import type { Box, Image } from '#engine/types';

const THUMBNAIL_SIDE = 256;
/** Relative to the face; hair and neck help recognition. */
const MARGIN = 1.7;
const LEAST_MARGIN = 1.15;

export async function faceThumbnail(image: Image, box: Box): Promise<Buffer> {
  const { left, top, side } = squareAround(image, box);
  return sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } })
    .extract({ left, top, width: side, height: side })
    .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE)
    .jpeg({ quality: 86 })
    .toBuffer();
}

/** Whole pixels. At an edge the margin shrinks, so that the face stays centred. */
export function squareAround(
  { width, height }: Pick<Image, 'width' | 'height'>,
  box: Box,
): { left: number; top: number; side: number } {
  const longest = Math.max(box.width, box.height);
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  const room = 2 * Math.min(middleX, middleY, width - middleX, height - middleY);
  const wanted = Math.round(Math.min(longest * MARGIN, Math.max(longest * LEAST_MARGIN, room)));
  const side = Math.max(1, Math.min(wanted, width, height));
  const place = (centre: number, length: number) => Math.round(Math.min(Math.max(0, centre - side / 2), length - side));
  return { left: place(middleX, width), top: place(middleY, height), side };
}
