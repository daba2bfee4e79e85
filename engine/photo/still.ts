import sharp from 'sharp';
import { throwIfAborted } from '#engine/errors';
import { readOverWhite } from '#engine/media/read-picture';
import type { Image, MediaInput } from '#engine/types';
import type { WorkOptions } from './context';
import { encodePicture } from '#engine/media/write-picture';

export interface Still {
  jpeg: Buffer;
  width: number;
  height: number;
}

/** Smaller pictures are returned unchanged. */
export async function shrink(image: Image, width: number): Promise<Image> {
  if (width >= image.width) return image;
  const raw = { width: image.width, height: image.height, channels: 3 } as const;
  const { data, info } = await sharp(image.data, { raw }).resize({ width }).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Upright, sRGB, over white, without metadata. */
export async function photoStill(
  media: MediaInput,
  width: number,
  { limits, signal }: WorkOptions = {},
): Promise<Still> {
  throwIfAborted(signal);
  const { image } = await readOverWhite(media, limits);
  throwIfAborted(signal);
  const small = await shrink(image, width);
  const jpeg = await encodePicture({ image: small, format: 'jpeg' }, { format: 'jpeg' });
  return { jpeg, width: small.width, height: small.height };
}
