import type { Db } from '#backend/db/connect';
import type { Storage } from '#backend/providers/storage/port';
import { hashToken } from '#backend/domain/account/tokens';
import { AppError } from '#backend/domain/app-error';
import { bindsFace } from '#backend/domain/face/binds-face';
import { areSimilar, listOf } from '#backend/domain/material/fingerprints';
import { isUuid, neverEmpty, uuidsIn } from '#backend/domain/uuid';
import { hashOfStored } from './hash-of-stored';

export interface Media {
  uploads: string[];
  creations: string[];
  faces: string[];
}

export const countMedia = ({ uploads, creations, faces }: Media) => uploads.length + creations.length + faces.length;

export async function findMediaInText(db: Db, text: string): Promise<Media> {
  const ids = uuidsIn(text);
  const creations = [...ids, ...(await sharedCreations(db, text))];
  return existingMedia(db, { uploads: ids, creations, faces: [...ids, ...(await facesOfPhotos(db, ids))] });
}

/** Addresses of shared results contain a token. */
async function sharedCreations(db: Db, text: string): Promise<string[]> {
  const hashes = [...text.matchAll(/\btoken=([\w-]{43})(?![\w-])/g)].map(([, token]) => hashToken(token!));
  if (hashes.length === 0) return [];
  const shared = await db.selectFrom('share').select('creation_id').where('hash', 'in', hashes).execute();
  return shared.map(({ creation_id }) => creation_id);
}

/** Media links contain photo ids. */
async function facesOfPhotos(db: Db, ids: string[]): Promise<string[]> {
  const valid = ids.filter(isUuid);
  if (valid.length === 0) return [];
  const photos = await db.selectFrom('face_photo').select('face_id').where('id', 'in', valid).execute();
  return photos.map(({ face_id }) => face_id);
}

async function existingMedia(db: Db, { uploads, creations, faces }: Media): Promise<Media> {
  const found = async (table: 'material' | 'creation' | 'face', ids: string[]) => {
    const valid = ids.filter(isUuid);
    if (valid.length === 0) return [];
    return (await db.selectFrom(table).select('id').where('id', 'in', valid).execute()).map(({ id }) => id);
  };
  return {
    uploads: await found('material', uploads),
    creations: await found('creation', creations),
    faces: await found('face', faces),
  };
}

/** @throws AppError `not_found` naming the first missing id */
export async function assertMediaExist(db: Db, asked: Media): Promise<void> {
  const known = await existingMedia(db, asked);
  for (const kind of ['uploads', 'creations', 'faces'] as const) {
    const missing = asked[kind].find((id) => !known[kind].includes(id));
    if (missing)
      throw new AppError('not_found', {
        message: `${kind[0]!.toUpperCase()}${kind.slice(1, -1)} ${missing} does not exist.`,
      });
  }
}

export async function fileHashes(db: Db, storage: Storage, { uploads, creations, faces }: Media): Promise<string[]> {
  const sent = [
    ...(await db.selectFrom('material').select('sha256').where('id', 'in', neverEmpty(uploads)).execute()),
    ...(await db.selectFrom('face_photo').select('sha256').where('face_id', 'in', neverEmpty(faces)).execute()),
  ];
  const made = await db
    .selectFrom('creation')
    .select(['result_sha256', 'result_key'])
    .where('id', 'in', neverEmpty(creations))
    .execute();
  const results: (string | null)[] = [];
  // One by one: each may be a video that is read whole.
  for (const { result_sha256, result_key } of made)
    results.push(result_sha256 ?? (result_key ? await hashOfStored(storage, result_key) : null));
  return [...new Set([...sent.map(({ sha256 }) => sha256), ...results].filter((hash) => hash !== null))];
}

/** Of uploads and creations. */
export async function fingerprintsOfMedia(db: Db, { uploads, creations }: Media): Promise<string[]> {
  const rows = await db
    .selectFrom('material')
    .select('fingerprints')
    .where('id', 'in', neverEmpty(uploads))
    .unionAll(db.selectFrom('creation').select('fingerprints').where('id', 'in', neverEmpty(creations)))
    .execute();
  return [...new Set(rows.flatMap(({ fingerprints }) => fingerprints))];
}

async function creationsWithFaces(db: Db, faces: string[]): Promise<string[]> {
  const made = await db
    .selectFrom('creation')
    .innerJoin('face', 'face.account_id', 'creation.account_id')
    .select('creation.id')
    .distinct()
    .where('face.id', 'in', neverEmpty(faces))
    .where((eb) => bindsFace(eb.ref('face.id')))
    .execute();
  return made.map(({ id }) => id);
}

/** Identical files, pictures and clips with similar frames, and the creations made from them or with these faces. */
export async function withCopies(
  db: Db,
  { uploads, creations, faces }: Media,
  { hashes, fingerprints }: { hashes: string[]; fingerprints: string[] },
): Promise<Media> {
  const same = ['none', ...hashes];
  const allUploads = await db
    .selectFrom('material')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('id', 'in', neverEmpty(uploads)),
        eb('sha256', 'in', same),
        areSimilar(eb.ref('fingerprints'), listOf(fingerprints)),
      ]),
    )
    .execute();
  const materialIds = allUploads.map(({ id }) => id);
  const allFaces = await db
    .selectFrom('face_photo')
    .select('face_id')
    .distinct()
    .where((eb) => eb.or([eb('face_id', 'in', neverEmpty(faces)), eb('sha256', 'in', same)]))
    .execute();
  const faceIds = allFaces.map(({ face_id }) => face_id);
  const madeWithFaces = await creationsWithFaces(db, faceIds);
  const allCreations = await db
    .selectFrom('creation')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('id', 'in', neverEmpty([...creations, ...madeWithFaces])),
        eb('result_sha256', 'in', same),
        areSimilar(eb.ref('fingerprints'), listOf(fingerprints)),
        eb('material_id', 'in', neverEmpty(materialIds)),
      ]),
    )
    .execute();
  return {
    uploads: materialIds,
    creations: allCreations.map(({ id }) => id),
    faces: faceIds,
  };
}
