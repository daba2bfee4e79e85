import { throwIfAborted } from '#engine/errors';
import { visiblePlate } from '#engine/label/watermark';
import { COMPOSITE_SYNTHETIC, readSourceTypes, writeXmp } from '#engine/label/xmp';
import { readPicture } from '#engine/media/read-picture';
import { encodePicture, outputFormat, writeWhole } from '#engine/media/write-picture';
import type { Bindings, MediaFormat, MediaInput } from '#engine/types';
import { bindFaces } from './bind';
import { announce, type PhotoContext, type WorkOptions } from './context';

export interface SwapRequest extends WorkOptions {
  media: MediaInput;
  bindings: Bindings;
  /** Path of the result. Written beside itself and renamed, so it is whole or absent. */
  out: string;
  /** `visible` draws the "AI modified" plate (the default); the machine-readable mark is always set. */
  label?: { visible: boolean };
}

export interface SwapResult {
  width: number;
  height: number;
  format: MediaFormat;
  /** Keys of the persons who got a new face. */
  persons: string[];
}

/** Puts faces on the persons of a photo and writes it with its labels. */
export async function swapPhoto({ faces, swapper }: PhotoContext, request: SwapRequest): Promise<SwapResult> {
  const { media, bindings, out, label = { visible: true }, limits, signal, onProgress } = request;
  throwIfAborted(signal);
  announce(onProgress, 'reading');
  const picture = await readPicture(media, limits);
  const { image, xmp = '' } = picture;

  announce(onProgress, 'detecting');
  const bound = bindFaces(await faces.find(image, { signal }), bindings);

  announce(onProgress, 'swapping');
  for (const { face, source } of bound) {
    throwIfAborted(signal);
    swapper.swapFace(image, face.landmarks, source.material);
  }

  announce(onProgress, 'writing');
  const format = outputFormat(picture.format, out);
  const bytes = await encodePicture(picture, {
    format,
    xmp: writeXmp(COMPOSITE_SYNTHETIC, readSourceTypes(xmp)),
    overlays: label.visible ? [visiblePlate(image.width, image.height)] : [],
  });
  throwIfAborted(signal);
  await writeWhole(out, bytes);
  onProgress?.('writing', 100);
  return { width: image.width, height: image.height, format, persons: bound.map(({ key }) => key) };
}
