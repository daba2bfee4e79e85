import type { Selectable } from 'kysely';
import { rules, type Order } from '#contract';
import type { CreationTable, MaterialStatus } from '#backend/db/types';
import type { Db } from '#backend/db/connect';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { AppContext, UserContext } from '#backend/domain/context';
import { intervalOf, lengthOf, type Part } from '#backend/domain/material/part';
import { readLink } from '#backend/domain/media-links';
import type { TaskRow } from '#backend/domain/task/present';

export type CreationRow = Selectable<CreationTable> &
  Pick<TaskRow, 'status' | 'finished_at' | 'progress' | 'message'> &
  Part & {
    before_key: string | null;
    material_duration_ms: number | null;
    shown_material_id: string | null;
    material_status: MaterialStatus | null;
  };

/** Without deleted ones; of a deleted upload nothing is shown. */
export function creationsOf(db: Db, accountId: string) {
  return db
    .selectFrom('creation')
    .innerJoin('task', 'task.id', 'creation.task_id')
    .leftJoin('material', (join) =>
      join.onRef('material.id', '=', 'creation.material_id').on('material.deletion_id', 'is', null),
    )
    .where('creation.account_id', '=', accountId)
    .where('creation.deletion_id', 'is', null);
}

export const creationColumns = [
  'task.status',
  'task.finished_at',
  'task.progress',
  'task.message',
  'task.trim_start_ms',
  'task.trim_end_ms',
  'material.playable_key as before_key',
  'material.duration_ms as material_duration_ms',
  'material.id as shown_material_id',
  'material.status as material_status',
] as const;

/** @throws AppError `not_found` */
export async function ownCreation({ db, accountId }: UserContext, orderId: string): Promise<CreationRow> {
  const row = await creationsOf(db, accountId)
    .selectAll('creation')
    .select(creationColumns)
    .where('creation.id', '=', orderId)
    .executeTakeFirst();
  return orThrowNotFound(row);
}

const refundedStatuses: readonly TaskRow['status'][] = ['failed', 'refused', 'cancelled'];

/** Characters. */
const longestName = 80;

export function withoutExtension(name: string): string {
  const extension = rules.extensionOf(name);
  return rules.kindOfType(extension) ? name.slice(0, -extension.length - 1) : name;
}

/** `sample6.jpg` → `sample6-faceswap.jpg` */
export function downloadName(uploadName: string, extension: string, suffix = 'faceswap'): string {
  const name = withoutExtension(uploadName)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-');
  const base = [...name]
    .slice(0, longestName)
    .join('')
    .replace(/^[-.]+|[-.]+$/g, '');
  return `${base || 'swap'}-${suffix}.${extension}`;
}

export function presentOrder(deps: Pick<AppContext, 'storage' | 'now'>, row: CreationRow): Order {
  const extension = row.result_key?.split('.').at(-1) ?? '';
  return {
    order_id: row.id,
    task_id: row.task_id,
    tool_id: row.tool_id,
    material_id: row.shown_material_id,
    batch_id: row.batch_id,
    status: row.status,
    name: row.name,
    kind: row.kind,
    duration_ms: lengthOf({ duration_ms: row.material_duration_ms }, row),
    progress: row.progress,
    reason: row.message,
    quality: row.quality,
    quality_name: row.quality_name,
    price: row.price,
    credits_charged: refundedStatuses.includes(row.status) ? 0 : row.price,
    bindings: row.bindings,
    result_url: row.result_key && readLink(deps, row.result_key),
    download_url: row.result_key && readLink(deps, row.result_key, downloadName(row.name, extension)),
    poster_url: row.poster_key && readLink(deps, row.poster_key),
    before_url: row.before_key && readLink(deps, row.before_key),
    trim_interval: intervalOf(row),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
    label: { visible: row.label_visible, source_type: row.source_type },
  };
}
