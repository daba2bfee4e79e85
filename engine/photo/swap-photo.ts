import { throwIfAborted } from '#engine/errors';
import { watermarkOverlay } from '#engine/label/watermark';
import { COMPOSITE_SYNTHETIC, readSourceTypes, writeXmp } from '#engine/label/xmp';
import { readPicture } from '#engine/media/read-picture';
import { encodePicture, outputFormat, writeWhole } from '#engine/media/write-picture';
import type { Bindings, MediaFormat, MediaInput } from '#engine/types';
import { bindFaces } from './bind';
import { maskFaces } from './mask-faces';
import { reportStage, type PhotoContext, type WorkOptions } from './context';

export interface SwapRequest extends WorkOptions {
  media: MediaInput;
  bindings: Bindings;
  /** Complete or absent. */
  out: string;
  /** `visible` draws the watermark (default); the machine-readable label is always written. */
  label?: { visible: boolean };
}

export interface SwapResult {
  width: number;
  height: number;
  format: MediaFormat;
  persons: string[];
}

export async function swapPhoto({ faces, swapper }: PhotoContext, request: SwapRequest): Promise<SwapResult> {
  const { media, bindings, out, label = { visible: true }, limits, signal, onProgress } = request;
  throwIfAborted(signal);
  reportStage(onProgress, 'reading');
  const picture = await readPicture(media, limits);
  const { image, xmp = '' } = picture;

  reportStage(onProgress, 'detecting');
  const bound = bindFaces(await faces.find(image, { signal }), bindings);

  reportStage(onProgress, 'swapping');
  for (const { face, source, masks } of await maskFaces(faces, image, bound)) {
    throwIfAborted(signal);
    swapper.swapFace(image, face.landmarks, source.material, masks);
  }

  reportStage(onProgress, 'writing');
  const format = outputFormat(picture.format, out);
  const bytes = await encodePicture(picture, {
    format,
    xmp: writeXmp(COMPOSITE_SYNTHETIC, readSourceTypes(xmp)),
    overlays: label.visible ? [watermarkOverlay(image.width, image.height)] : [],
  });
  throwIfAborted(signal);
  await writeWhole(out, bytes);
  onProgress?.('writing', 100);
  return { width: image.width, height: image.height, format, persons: bound.map(({ key }) => key) };
}
