import type { Selectable } from 'kysely';
import type { Material } from '#contract';
import type { MaterialTable } from '../../db/types';
import type { Deps } from '../context';
import { readLink } from '../media-links';

export type MaterialRow = Selectable<MaterialTable>;

/** A material as the contract shows it. */
export function presentMaterial(deps: Pick<Deps, 'storage' | 'now'>, row: MaterialRow): Material {
  const hasFile = row.status === 'probing' || row.status === 'ready';
  return {
    material_id: row.id,
    kind: row.kind,
    name: row.name,
    format: row.format,
    size: row.size,
    width: row.width,
    height: row.height,
    duration_ms: row.duration_ms,
    fps: row.fps,
    has_audio: row.has_audio,
    status: row.status,
    reason: row.reason,
    playable_url: hasFile ? readLink(deps, row.file_key) : null,
    thumb_url: row.thumb_key ? readLink(deps, row.thumb_key) : null,
    filmstrip_url: null,
    trim_interval:
      row.trim_start_ms === null || row.trim_end_ms === null
        ? null
        : { start_ms: row.trim_start_ms, end_ms: row.trim_end_ms },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
