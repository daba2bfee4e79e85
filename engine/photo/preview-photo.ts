import { throwIfAborted } from '#engine/errors';
import { COMPOSITE_SYNTHETIC, writeXmp } from '#engine/label/xmp';
import { readPicture } from '#engine/media/read-picture';
import { encodePicture } from '#engine/media/write-picture';
import type { Bindings, Landmarks, MediaInput } from '#engine/types';
import { bindFaces } from './bind';
import { announce, type PhotoContext, type WorkOptions } from './context';
import { shrink } from './still';

export interface PreviewRequest extends WorkOptions {
  media: MediaInput;
  bindings: Bindings;
  /** Width of the still, pixels; a smaller picture keeps its own. */
  width: number;
}

/** A small still of what a swap would give: faces are found in the whole picture, painted on the small one. */
export async function previewPhoto(
  { faces, swapper }: PhotoContext,
  { media, bindings, width, limits, signal, onProgress }: PreviewRequest,
): Promise<{ jpeg: Buffer }> {
  throwIfAborted(signal);
  announce(onProgress, 'reading');
  const { image } = await readPicture(media, limits);
  announce(onProgress, 'detecting');
  const bound = bindFaces(await faces.find(image, { signal }), bindings);
  announce(onProgress, 'swapping');
  const small = await shrink(image, width);
  for (const { face, source } of bound) {
    throwIfAborted(signal);
    swapper.swapFace(small, scaled(face.landmarks, small.width / image.width), source.material);
  }
  const jpeg = await encodePicture(
    { image: small, format: 'jpeg' },
    { format: 'jpeg', xmp: writeXmp(COMPOSITE_SYNTHETIC) },
  );
  onProgress?.('writing', 100);
  return { jpeg };
}

function scaled(landmarks: Landmarks, factor: number): Landmarks {
  return landmarks.map((value) => value * factor);
}
