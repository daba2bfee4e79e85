import { throwIfAborted } from '#engine/errors';
import { watermarkOverlay } from '#engine/label/watermark';
import { readSourceTypes, writeXmp } from '#engine/label/xmp';
import { overWhite } from '#engine/media/picture';
import { readPicture } from '#engine/media/read-picture';
import { viewOf } from '#engine/nets/view';
import { paintWatermark } from '#engine/label/paint-watermark';
import { renderWatermark } from '#engine/label/render-watermark';
import { encodePicture, outputFormat, writeWhole } from '#engine/media/write-picture';
import type { Bindings, MediaFormat, MediaInput } from '#engine/types';
import { bindFaces } from './bind';
import { maskFaces } from './mask-faces';
import { swapperFor } from './choose-swapper';
import { reportStage, type PhotoContext, type QualityOptions, type WorkOptions } from './context';

export interface SwapRequest extends WorkOptions, QualityOptions {
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

export async function swapPhoto(context: PhotoContext, request: SwapRequest): Promise<SwapResult> {
  const { media, bindings, out, label = { visible: true }, limits, signal, onProgress } = request;
  const { faces } = context;
  const swapper = swapperFor(context, 'photo', bindings, request.quality);
  throwIfAborted(signal);
  reportStage(onProgress, 'reading');
  const picture = await readPicture(media, limits);
  const { image, alpha, xmp = '' } = picture;

  reportStage(onProgress, 'detecting');
  const view = viewOf(overWhite(picture)); // halves a large photo once
  const bound = bindFaces(await faces.find(view, { signal }), bindings);

  reportStage(onProgress, 'swapping');
  for (const { face, source, masks } of await maskFaces(faces, view, bound)) {
    throwIfAborted(signal);
    await swapper.swapFace(image, face.landmarks, source.prepared, masks);
  }

  reportStage(onProgress, 'writing');
  // Over transparency only the encoder can draw it, in a pass over all pixels.
  if (label.visible && !alpha) paintWatermark(image, await renderWatermark(image.width, image.height));
  const format = outputFormat(picture.format, out);
  const bytes = await encodePicture(picture, {
    format,
    xmp: writeXmp(swapper.sourceType, readSourceTypes(xmp)),
    overlays: label.visible && alpha ? [watermarkOverlay(image.width, image.height)] : [],
  });
  throwIfAborted(signal);
  await writeWhole(out, bytes);
  onProgress?.('writing', 100);
  return { width: image.width, height: image.height, format, persons: bound.map(({ key }) => key) };
}
