import { faceThumbnail } from '#engine/analyse/thumbnail';
import type { FoundFace } from '#engine/analyse/face-finder';
import { EngineError, throwIfAborted } from '#engine/errors';
import { readOverWhite } from '#engine/media/read-picture';
import { viewOf } from '#engine/nets/view';
import type { FaceIdentity, FaceView, MediaInput, Source, SourcePhoto } from '#engine/types';
import { swapperOf } from './choose-swapper';
import { reportStage, type PhotoContext, type QualityOptions, type SourceOptions, type WorkOptions } from './context';
import { refuseUnusable } from './refuse-unusable';
import { asSourcePhoto, selectFace } from './select-face';

export async function prepareSource(
  context: PhotoContext,
  photos: readonly (MediaInput | SourcePhoto)[],
  { limits, signal, onProgress, quality, identities = false }: WorkOptions & QualityOptions & SourceOptions = {},
): Promise<Source> {
  const { faces } = context;
  const swapper = swapperOf(context, quality);
  if (photos.length === 0) throw new EngineError('no_face', 'No photo of a face was given. Add at least one.');
  reportStage(onProgress, 'reading');
  const views: (FaceView & Pick<FoundFace, 'box'>)[] = [];
  const known: FaceIdentity[] = [];
  for (const [index, photo] of photos.entries()) {
    throwIfAborted(signal);
    const { media, at } = asSourcePhoto(photo);
    const { image } = await readOverWhite(media, limits);
    const view = viewOf(image);
    const face = selectFace(await faces.find(view, { signal }), image, at);
    if (!face) throw noFace(index, photos.length);
    const { landmarks, box } = face;
    if (identities) known.push(await faces.embed(view, landmarks));
    views.push({ image, landmarks, box, masks: await faces.mask(view, landmarks) });
    onProgress?.('detecting', (100 * (index + 1)) / (photos.length + 1));
  }
  const prepared = await swapper.prepareSource(views);
  refuseUnusable(prepared.warnings);
  const thumbnail = await faceThumbnail(views[0].image, views[0].box);
  onProgress?.('detecting', 100);
  return {
    warnings: prepared.warnings,
    thumbnail,
    quality: swapper.name,
    ...(identities && { identities: known }),
    prepared,
  };
}

function noFace(index: number, count: number): EngineError {
  const which = count > 1 ? `photo ${index + 1} of ${count}` : 'this photo';
  return new EngineError(
    'no_face',
    `No face was found in ${which}. Choose one where a face looks towards the camera, large and sharp.`,
    { details: { photo: index } },
  );
}
