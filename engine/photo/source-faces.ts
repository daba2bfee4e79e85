import { faceThumbnail } from '#engine/analyse/thumbnail';
import { EngineError, throwIfAborted } from '#engine/errors';
import { readOverWhite } from '#engine/media/read-picture';
import { viewOf } from '#engine/nets/view';
import { headPose } from '#engine/mesh/pose';
import { cosineSimilarity, type FaceEmbedding } from '#engine/nets/face-embedder';
import { unusableFace, type MediaInput, type SourceFace, type SourcePhoto } from '#engine/types';
import type { PhotoContext, SourceOptions, WorkOptions } from './context';
import { refuseUnusable } from './refuse-unusable';
import { selectFace, shareCentre } from './select-face';

export interface SourceFacesOptions extends Omit<WorkOptions, 'onProgress'>, SourceOptions {
  reference?: SourcePhoto;
}

/** Bounds the work on crowds. */
const maxFaces = 8;

/** Largest first, without faces that show too little. */
export async function sourceFaces(
  context: PhotoContext,
  photo: MediaInput,
  { limits, signal, reference, identities = false }: SourceFacesOptions = {},
): Promise<SourceFace[]> {
  throwIfAborted(signal);
  const { faces, swapper } = context;
  const { image } = await readOverWhite(photo, limits);
  const view = viewOf(image);
  const found = (await faces.find(view, { signal })).slice(0, maxFaces);
  if (found.length === 0) throw new EngineError('no_face', 'No face was found in this photo.');
  const known = reference && (await embeddingOf(context, reference, { limits, signal }));
  const described: SourceFace[] = [];
  for (const { box, landmarks } of found) {
    throwIfAborted(signal);
    const identity = known || identities ? await faces.embed(view, landmarks) : undefined;
    described.push({
      at: shareCentre(box, image),
      box,
      pose: headPose(landmarks),
      warnings: swapper.assessPhoto({ image, landmarks, masks: await faces.mask(view, landmarks) }),
      thumbnail: await faceThumbnail(image, box),
      ...(known && identity && { similarity: cosineSimilarity(identity, known) }),
      ...(identities && identity && { identity }),
    });
  }
  const usable = described.filter(({ warnings }) => !warnings.some(({ code }) => code === unusableFace));
  if (usable.length === 0) refuseUnusable(described[0].warnings);
  return usable;
}

/** Undefined if the reference has no face there. */
async function embeddingOf(
  { faces }: PhotoContext,
  { media, at }: SourcePhoto,
  { limits, signal }: WorkOptions,
): Promise<FaceEmbedding | undefined> {
  const { image } = await readOverWhite(media, limits);
  const face = selectFace(await faces.find(image, { signal }), image, at);
  return face && faces.embed(image, face.landmarks);
}
