import type { ErrorName } from '#contract';
import type { StoredPerson } from '../../db/types';
import type { Deps } from '../context';

/** What ending a task needs. `db` may be a transaction, in which everything that goes with the end is written. */
export type EndDeps = Pick<Deps, 'db' | 'jobs' | 'now'>;

type Outcome =
  | { status: 'succeeded'; persons?: StoredPerson[]; preview_key?: string }
  | { status: 'failed' | 'refused'; error: ErrorName; message: string }
  | { status: 'cancelled' };

/** Ends a task, once: false when it has ended already, and then nothing that goes with the ending may be done. */
export async function finishTask({ db, now }: EndDeps, taskId: string, outcome: Outcome): Promise<boolean> {
  const failed = outcome.status === 'failed' || outcome.status === 'refused';
  const { persons, preview_key } = outcome.status === 'succeeded' ? outcome : {};
  const { numUpdatedRows } = await db
    .updateTable('task')
    .set({
      status: outcome.status,
      stage: outcome.status === 'succeeded' ? 'done' : outcome.status,
      finished_at: now(),
      ...(outcome.status === 'succeeded' ? { progress: 100 } : {}),
      ...(failed ? { error: outcome.error, message: outcome.message } : {}),
      ...(persons ? { persons: JSON.stringify(persons) } : {}),
      ...(preview_key ? { preview_key } : {}),
    })
    .where('id', '=', taskId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
