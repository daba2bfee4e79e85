import type { Db } from '#backend/db/connect';

/**
 * Lock order of a transaction that ends or deletes several of these rows; within a table, the order of ids:
 *
 * 1. deletions
 * 2. faces: a change of one deletes its previews, which are tasks
 * 3. open tasks, except exports: workers lock a task first, then its upload or creation
 * 4. uploads
 * 5. creations: they follow the upload that is deleted
 * 6. open exports: a worker locks the task first, then the row of the export
 * 7. account: workers add rows that refer to it
 * 8. what belongs to these: wallet, photos of faces, rows of exports, decisions of moderation, codes of mails, webhook
 *    endpoints, tasks that have ended
 */
export function lockOpenTasks(trx: Db, column: 'id' | 'material_id' | 'account_id', values: string[]): Promise<void> {
  return lockOpen(trx, column, values, '!=');
}

/** Of creations that are locked: no other export can start. */
export const lockOpenExports = (trx: Db, column: 'id' | 'account_id', values: string[]) =>
  lockOpen(trx, column, values, '=');

async function lockOpen(
  trx: Db,
  column: 'id' | 'material_id' | 'account_id',
  values: string[],
  isExport: '=' | '!=',
): Promise<void> {
  if (values.length === 0) return;
  await trx
    .selectFrom('task')
    .select('id')
    .where(column, 'in', values)
    .where('kind', isExport, 'export')
    .where('status', 'in', ['queued', 'running'])
    .orderBy('id')
    .forUpdate()
    .execute();
}
