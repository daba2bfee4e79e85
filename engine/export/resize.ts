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

/** Over white. */
export function flattened({ image, alpha }: Pixels): Image {
  if (!alpha) return image;
  const data = image.data.slice();
  for (let pixel = 0, at = 0; pixel < alpha.length; pixel++) {
    const opacity = alpha[pixel] / 255;
    for (const end = at + 3; at < end; at++) data[at] = 255 + (data[at] - 255) * opacity;
  }
  return { ...image, data };
}
