import type { Selectable } from 'kysely';
import type { Face } from '#contract';
import type { FaceTable } from '../../db/types';
import type { Deps } from '../context';
import { readLink } from '../media-links';

export type FaceRow = Selectable<FaceTable>;

/** A face as the contract shows it. */
export function presentFace(deps: Pick<Deps, 'storage' | 'now'>, row: FaceRow): Face {
  return {
    face_id: row.id,
    url: readLink(deps, row.file_key),
    thumb_url: readLink(deps, row.thumb_key),
    width: row.width,
    height: row.height,
    pinned: row.pinned_at !== null,
    created_at: row.created_at.toISOString(),
  };
}
