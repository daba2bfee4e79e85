import { throwIfAborted } from '#engine/errors';
import { writeXmp } from '#engine/label/xmp';
import { readOverWhite } from '#engine/media/read-picture';
import { viewOf } from '#engine/nets/view';
import { encodePicture } from '#engine/media/write-picture';
import type { Bindings, Landmarks, MediaInput } from '#engine/types';
import { bindFaces } from './bind';
import { maskFaces } from './mask-faces';
import { swapperFor } from './choose-swapper';
import { reportStage, type PhotoContext, type QualityOptions, type WorkOptions } from './context';
import { shrink } from './still';

export interface PreviewRequest extends WorkOptions, QualityOptions {
  media: MediaInput;
  bindings: Bindings;
  /** Pixels; smaller pictures keep theirs. */
  width: number;
}

/** Detects in the full picture, paints on the reduced one. */
export async function previewPhoto(
  context: PhotoContext,
  { media, bindings, quality, width, limits, signal, onProgress }: PreviewRequest,
): Promise<{ jpeg: Buffer }> {
  const { faces } = context;
  const swapper = swapperFor(context, 'photo', bindings, quality);
  throwIfAborted(signal);
  reportStage(onProgress, 'reading');
  const { image } = await readOverWhite(media, limits);
  reportStage(onProgress, 'detecting');
  const view = viewOf(image); // halves a large photo once
  const bound = bindFaces(await faces.find(view, { signal }), bindings);
  reportStage(onProgress, 'swapping');
  const small = await shrink(image, width);
  for (const { face, source, masks } of await maskFaces(faces, view, bound)) {
    throwIfAborted(signal);
    await swapper.swapFace(small, scaled(face.landmarks, small.width / image.width), source.prepared, masks);
  }
  const jpeg = await encodePicture(
    { image: small, format: 'jpeg' },
    { format: 'jpeg', xmp: writeXmp(swapper.sourceType) },
  );
  onProgress?.('writing', 100);
  return { jpeg };
}

function scaled(landmarks: Landmarks, factor: number): Landmarks {
  return landmarks.map((value) => value * factor);
}
