import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';

/**
 * Before the other rows of a transaction that ends or deletes several tasks: workers lock a task first, then wallet,
 * upload or account. In the order of ids, so that two such transactions do not deadlock either.
 */
export async function lockOpenTasks(
  trx: Transaction<Database>,
  column: 'id' | 'material_id' | 'account_id',
  values: string[],
): Promise<void> {
  if (values.length === 0) return;
  await trx
    .selectFrom('task')
    .select('id')
    .where(column, 'in', values)
    .where('status', 'in', ['queued', 'running'])
    .orderBy('id')
    .forUpdate()
    .execute();
}
