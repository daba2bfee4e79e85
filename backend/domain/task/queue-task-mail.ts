import type { TaskStatus } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';

interface EndedTask {
  id: string;
  account_id: string;
  status: TaskStatus;
  error: string | null;
}

/** In the transaction that ended the task: one mail at most. */
export async function queueTaskMail(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  { id, account_id, status, error }: EndedTask,
): Promise<void> {
  // A take-down (`refused`) sends another mail.
  const isStopped = status === 'refused' && error !== 'refused';
  if (status !== 'succeeded' && status !== 'failed' && !isStopped) return;
  const row = await db
    .selectFrom('creation')
    .innerJoin('account', 'account.id', 'creation.account_id')
    .select(['creation.id', 'account.email'])
    .where('creation.task_id', '=', id)
    .where('creation.account_id', '=', account_id)
    .executeTakeFirst();
  if (row) await jobs.add(db, 'send_mail', { mail: 'swap_ended', email: row.email, order_id: row.id });
}
