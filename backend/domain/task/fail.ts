import type { Transaction } from 'kysely';
import { errors } from '#contract';
import type { Database } from '../../db/types';
import { rejectMaterial } from '../material/refusal';
import { endSwapWithoutResult } from '../swap/end-swap';

const unreadable =
  'We could not read this file: every attempt failed. Save it again, perhaps in another format, and choose the new file.';

/**
 * Ends a task that every attempt at has failed, with what depends on it: a swap's credits come back, a material that
 * could not be looked at is rejected. False when it had ended already.
 */
export async function failTask(trx: Transaction<Database>, taskId: string, now: Date): Promise<boolean> {
  const failed = { status: 'failed', error: 'internal', message: errors.internal.message } as const;
  if (!(await endSwapWithoutResult(trx, taskId, failed, now))) return false;
  const task = await trx
    .selectFrom('task')
    .select(['kind', 'material_id'])
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow();
  if (task.kind === 'probe' && task.material_id) {
    await rejectMaterial(trx, task.material_id, { error: 'damaged_media', message: unreadable });
  }
  return true;
}
