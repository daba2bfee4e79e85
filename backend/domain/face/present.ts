import { sql, type Selectable } from 'kysely';
import type { Face } from '#contract';
import type { SampleFaceName } from '#shared/sample-media';
import type { FaceTable } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import { readLink } from '#backend/domain/media-links';

export type FaceRow = Selectable<FaceTable>;

export const usedIn = sql<number>`(
  select count(*) from creation
  where creation.account_id = face.account_id
    and jsonb_path_exists(creation.bindings, '$.*[*] ? (@ == $face)', jsonb_build_object('face', face.id))
)`.as('used_in');

export function presentFace(deps: Pick<AppContext, 'storage' | 'now'>, row: FaceRow & { used_in: number }): Face {
  return {
    face_id: row.id,
    url: readLink(deps, row.file_key),
    thumb_url: readLink(deps, row.thumb_key),
    width: row.width,
    height: row.height,
    pinned: row.pinned_at !== null,
    used_in: row.used_in,
    sample: row.sample as SampleFaceName | null,
    created_at: row.created_at.toISOString(),
  };
}
