import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';

export const uploadInUse = () =>
  new AppError('conflict', { message: 'A swap is still using this upload. Cancel it, or wait for it to end.' });

/** Final for rows that the transaction has locked: `insertSwap` waits for it. */
export async function usedBySwaps(trx: Transaction<Database>, materialIds: string[]): Promise<Set<string | null>> {
  if (materialIds.length === 0) return new Set();
  const tasks = await trx
    .selectFrom('task')
    .select('material_id')
    .where('material_id', 'in', materialIds)
    .where('kind', '=', 'swap')
    .where('status', 'in', ['queued', 'running'])
    .execute();
  return new Set(tasks.map(({ material_id }) => material_id));
}
