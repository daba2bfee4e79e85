import sharp from 'sharp';
import { throwIfAborted } from '#engine/errors';
import { readPicture } from '#engine/media/read-picture';
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

/** Upright, sRGB, without metadata. */
export async function photoStill(
  media: MediaInput,
  width: number,
  { limits, signal }: WorkOptions = {},
): Promise<Still> {
  throwIfAborted(signal);
  const { image, alpha } = await readPicture(media, limits);
  throwIfAborted(signal);
  const small = await shrink(image, width);
  const kept = small === image && alpha ? { image, alpha } : { image: small };
  const jpeg = await encodePicture({ ...kept, format: 'jpeg' }, { format: 'jpeg' });
  return { jpeg, width: small.width, height: small.height };
}
