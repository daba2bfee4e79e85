import type { Image } from '#engine/types';
import { cropFace } from './crop';
import { alignment, type TemplateName } from './templates';
import { toTensor } from './tensor';

/**
 * The aligned face of a photo, for swappers that read the source as a picture.
 * @param points five, pixel centres at whole numbers
 * @returns planar RGB, 0–1
 */
export function pictureSource(
  image: Image,
  points: readonly number[],
  { size, template }: { size: number; template: TemplateName },
): Float32Array {
  const crop = cropFace(image, alignment(points, template, size), size);
  return toTensor(crop, size, size, plainRgb);
}

const plainRgb = { name: '', layout: 'nchw', channels: 'rgb', mean: [0, 0, 0], std: [1, 1, 1] } as const;
