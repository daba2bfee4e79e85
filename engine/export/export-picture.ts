import { throwIfAborted } from '#engine/errors';
import { copiedTypes } from '#engine/label/stated-types';
import { readSourceTypes, writeXmp } from '#engine/label/xmp';
import { readPicture } from '#engine/media/read-picture';
import { encodePicture, writeWhole } from '#engine/media/write-picture';
import type { MediaInput } from '#engine/types';
import type { ExportRequest, PictureFormat } from './export-media';
import { resized } from '#engine/media/resize';
import { reducedSize, type Size } from '#engine/media/size';

export async function exportPicture(
  media: MediaInput,
  format: PictureFormat,
  { out, shortSide, limits, signal }: ExportRequest,
): Promise<Size> {
  const { xmp = '', ...picture } = await readPicture(media, limits);
  throwIfAborted(signal);
  const size = reducedSize(picture.image, shortSide);
  const pixels = await resized(picture, size);
  const { own, ingredients } = copiedTypes(readSourceTypes(xmp));
  const bytes = await encodePicture({ ...picture, ...pixels }, { format, xmp: writeXmp(own, ingredients) });
  throwIfAborted(signal);
  await writeWhole(out, bytes);
  return size;
}
