import type { ErrorName } from '#contract';
import type { StoredPerson } from '#backend/db/types';
import { inTransaction } from '#backend/db/connect';
import type { AppContext } from '#backend/domain/context';
import { queueTaskMail } from './queue-task-mail';
import { queueTaskEvent } from '#backend/domain/webhook/report-task';

/** A transaction commits the end with its effects. */
export type FinishContext = Pick<AppContext, 'db' | 'jobs' | 'now'>;

type Outcome =
  | { status: 'succeeded'; persons?: StoredPerson[]; preview_key?: string; preview_before_key?: string | null }
  | { status: 'failed' | 'refused'; error: ErrorName; message: string }
  | { status: 'cancelled' };

/** Also queues webhook event and mail. False if it has already ended: skip the effects. */
export function finishTask(deps: FinishContext, taskId: string, outcome: Outcome): Promise<boolean> {
  return inTransaction(deps.db, async (trx) => {
    const task = await trx
      .updateTable('task')
      .set({ ...columnsOf(outcome), finished_at: deps.now() })
      .where('id', '=', taskId)
      .where('status', 'in', ['queued', 'running'])
      .returning(['id', 'account_id', 'kind', 'status', 'error', 'message', 'mail_when_done'])
      .executeTakeFirst();
    if (!task) return false;
    await queueTaskEvent({ ...deps, db: trx }, task);
    if (task.mail_when_done) await queueTaskMail({ ...deps, db: trx }, task);
    return true;
  });
}

function columnsOf(outcome: Outcome) {
  const { status } = outcome;
  if (status === 'cancelled') return { status, stage: status };
  if (status !== 'succeeded') return { status, stage: status, error: outcome.error, message: outcome.message };
  const { persons, preview_key, preview_before_key } = outcome;
  return {
    status,
    stage: 'done',
    progress: 100,
    ...(persons ? { persons: JSON.stringify(persons) } : {}),
    ...(preview_key ? { preview_key, preview_before_key: preview_before_key ?? null } : {}),
  };
}
