import type { Output } from '#contract';
import type { DeletionTable } from '#backend/db/types';
import type { UserContext } from '#backend/domain/context';

type Deletion = Output<'del_orders'>;

export function presentDeletion(row: { id: string; count: number; undo_until: Date }, now: Date): Deletion {
  const undo_ms = Math.max(0, row.undo_until.getTime() - now.getTime());
  return { deletion_id: row.id, count: row.count, undo_ms };
}

export async function openDeletions(
  { db, accountId, now }: UserContext,
  kind: DeletionTable['kind'],
): Promise<Deletion[]> {
  const rows = await db
    .selectFrom('deletion')
    .select(['id', 'count', 'undo_until'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('undo_until', '>', now())
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return rows.map((row) => presentDeletion(row, now()));
}
