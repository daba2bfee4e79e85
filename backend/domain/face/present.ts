import { sql, type Selectable } from 'kysely';
import type { Face, FacePhoto } from '#contract';
import type { SampleFaceName } from '#shared/sample-media';
import type { FacePhotoTable, FaceTable } from '#backend/db/types';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { readLink } from '#backend/domain/media-links';
import { bindsFace } from './binds-face';

type FaceRow = Selectable<FaceTable> & { used_in: number };
type PhotoRow = Selectable<FacePhotoTable>;

const usedIn = sql<number>`(
  select count(*) from creation
  where creation.account_id = face.account_id and creation.deletion_id is null and ${bindsFace(sql.ref('face.id'))}
)`.as('used_in');

export function ownFaces({ db, accountId }: UserContext) {
  return db
    .selectFrom('face')
    .where('account_id', '=', accountId)
    .where('deletion_id', 'is', null)
    .selectAll()
    .select(usedIn);
}

/** @throws AppError `not_found` */
export async function ownFace(deps: UserContext, faceId: string): Promise<Face> {
  const row = await ownFaces(deps).where('id', '=', faceId).executeTakeFirst();
  const [face] = await presentFaces(deps, [orThrowNotFound(row)]);
  return face!;
}

export async function presentFaces(deps: UserContext, rows: FaceRow[]): Promise<Face[]> {
  if (rows.length === 0) return [];
  const photos = await deps.db
    .selectFrom('face_photo')
    .selectAll()
    .where('account_id', '=', deps.accountId)
    .where(
      'face_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => {
    const own = photos.filter(({ face_id }) => face_id === row.id);
    return own.length > 0 ? [presentFace(deps, row, own)] : []; // deleted between the two queries
  });
}

function presentFace(deps: UserContext, row: FaceRow, photos: PhotoRow[]): Face {
  const presented = photos.map((photo) => presentPhoto(deps, photo));
  const { url, thumb_url, width, height } = presented[0]!;
  return {
    face_id: row.id,
    name: row.name,
    url,
    thumb_url,
    width,
    height,
    photos: presented,
    pinned: row.pinned_at !== null,
    used_in: row.used_in,
    sample: row.sample as SampleFaceName | null,
    created_at: row.created_at.toISOString(),
  };
}

function presentPhoto(deps: UserContext, row: PhotoRow): FacePhoto {
  const people = row.people ?? [];
  const chosen = people.find(({ person }) => person === row.person);
  return {
    photo_id: row.id,
    url: readLink(deps, row.file_key),
    thumb_url: readLink(deps, row.thumb_key),
    width: row.width,
    height: row.height,
    verdict: chosen?.verdict ?? null,
    warnings: chosen?.warnings ?? [],
    pose: chosen?.pose ?? null,
    people:
      people.length < 2
        ? []
        : people.map(({ person, thumb_key, verdict }) => ({
            person,
            thumb_url: readLink(deps, thumb_key),
            verdict,
            chosen: person === row.person,
          })),
    created_at: row.created_at.toISOString(),
  };
}
