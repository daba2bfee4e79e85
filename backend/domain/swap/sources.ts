import type { Source, SourcePhoto } from '#engine';
import { rules } from '#contract';
import { EngineError } from '#engine/errors';
import type { WorkerContext } from '#backend/domain/context';
import { blockedFaces, blockedMessage } from '#backend/domain/blocked-face/blocked-faces';
import { FaceBlocked, photoLimits } from '#backend/domain/engine-refusal';
import { sourcePhoto } from '#backend/domain/face/photo-files';
import { MESH } from '#backend/domain/quality/qualities';

/** Absent for the mesh: its sources need no other preparation. */
const inQuality = (quality: string) => (quality === MESH ? {} : { quality });

type SourcesContext = Pick<WorkerContext, 'db' | 'storage' | 'engine' | 'sourceCache' | 'signal' | 'vault' | 'log'>;
type StoredPhoto = Awaited<ReturnType<typeof photosOf>>[number];

function withLocalFiles<T>(
  storage: WorkerContext['storage'],
  photos: StoredPhoto[],
  work: (photos: SourcePhoto[]) => Promise<T>,
  local: SourcePhoto[] = [],
): Promise<T> {
  const [photo, ...rest] = photos;
  if (photo === undefined) return work(local);
  return storage.withLocalFile(photo.file_key, (path) =>
    withLocalFiles(storage, rest, work, [...local, sourcePhoto(path, photo)]),
  );
}

export async function prepareSources(
  deps: SourcesContext,
  {
    account_id,
    bindings,
    quality = MESH,
  }: { account_id: string; bindings: Record<string, string[]>; quality?: string },
) {
  const { db, storage, engine, sourceCache, signal } = deps;
  const blocked = await blockedFaces(deps);
  const photos = await photosOf(db, account_id, [...new Set(Object.values(bindings).flat())]);
  const options = { identities: !blocked.isEmpty, ...inQuality(quality) };
  const sources: Record<string, Source> = {};
  for (const [person, ids] of Object.entries(bindings)) {
    const bound = photosInOrder(ids.map((id) => photos.filter(({ face_id }) => face_id === id)));
    if (bound.length === 0) throw new EngineError('no_face', 'The face has been deleted.');
    const key = cacheKey(account_id, bound, options);
    const source = await sourceCache.get(key, () =>
      withLocalFiles(storage, bound, (paths) => engine.prepare(paths, { limits: photoLimits, signal, ...options })),
    );
    if (source.identities?.some((identity) => blocked.includes(identity))) {
      sourceCache.drop(key);
      throw new FaceBlocked(blockedMessage);
    }
    sources[person] = source;
  }
  return sources;
}

/** Uploads never overwrite a file: the key of a photo's file stands for its content. */
function cacheKey(accountId: string, photos: StoredPhoto[], options: object): string {
  return JSON.stringify([accountId, options, photos.map((photo) => sourcePhoto(photo.file_key, photo))]);
}

function photosOf(db: SourcesContext['db'], accountId: string, faceIds: string[]) {
  return db
    .selectFrom('face_photo')
    .select(['face_id', 'file_key', 'person', 'people'])
    .where('account_id', '=', accountId)
    .where('face_id', 'in', faceIds)
    .orderBy('id')
    .execute();
}

/** First photos, then second ones, up to one face's maximum. */
function photosInOrder(faces: StoredPhoto[][]): StoredPhoto[] {
  const rounds = Array.from({ length: rules.facePhotosMax }, (_, round) => faces.flatMap((face) => face[round] ?? []));
  return rounds.flat().slice(0, rules.facePhotosMax);
}
