import { sql, type Selectable } from 'kysely';
import type { Material } from '#contract';
import type { Db } from '#backend/db/connect';
import type { MaterialTable } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import { readLink } from '#backend/domain/media-links';
import { intervalOf } from './part';

export type MaterialRow = Selectable<MaterialTable>;

export interface MaterialWithProgress extends MaterialRow {
  /** Percent; null if no copy is being made. */
  playable_progress: number | null;
}

export function materialsOf(db: Db, accountId: string) {
  return db.selectFrom('material').where('account_id', '=', accountId).where('deletion_id', 'is', null);
}

export const playableProgress = sql<number | null>`(
  select task.progress from task
  where task.material_id = material.id and task.kind = 'playable' and task.status in ('queued', 'running')
  limit 1)`.as('playable_progress');

export function presentMaterial(deps: Pick<AppContext, 'storage' | 'now'>, row: MaterialWithProgress): Material {
  const linkTo = (key: string | null) => key && readLink(deps, key);
  return {
    material_id: row.id,
    kind: row.kind,
    name: row.name,
    format: row.format,
    container: row.container,
    size: row.size,
    width: row.width,
    height: row.height,
    duration_ms: row.duration_ms,
    fps: row.fps,
    has_audio: row.has_audio,
    status: row.status,
    reason: row.reason,
    playable_url: linkTo(row.playable_key),
    playable_progress: row.playable_progress,
    thumb_url: linkTo(row.thumb_key),
    filmstrip_url: linkTo(row.filmstrip_key),
    trim_interval: intervalOf(row),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
