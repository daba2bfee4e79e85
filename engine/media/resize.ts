import sharp from 'sharp';
import { joinAlpha, splitAlpha } from '#engine/media/picture';
import type { Image } from '#engine/types';
import { isSameSize, type Size } from './size';

interface Pixels {
  image: Image;
  alpha?: Uint8Array;
}

/** Same pixels if the size is unchanged. */
export async function resized({ image, alpha }: Pixels, size: Size): Promise<Pixels> {
  if (isSameSize(image, size)) return { image, alpha };
  const raw = { width: image.width, height: image.height, channels: alpha ? 4 : 3 } as const;
  const data = await sharp(alpha ? joinAlpha(image, alpha) : image.data, { raw })
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer();
  return alpha ? splitAlpha(data, size.width, size.height) : { image: { ...size, data } };
}
