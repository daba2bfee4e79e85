import { sql } from 'kysely';
import type { TaskEventType } from '#contract';
import type { TaskStatus, TaskTable } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import { queueEvent } from './queue-event';

interface EndedTask {
  id: string;
  account_id: string;
  kind: TaskTable['kind'];
  status: TaskStatus;
  error: string | null;
  message: string | null;
}

/** In the transaction that ended the task. Internal and cancelled tasks have no event. */
export async function queueTaskEvent(
  deps: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  { id, account_id, kind, status, error, message }: EndedTask,
) {
  if (kind === 'probe' || kind === 'playable' || kind === 'export') return;
  if (status !== 'succeeded' && status !== 'failed' && status !== 'refused') return;
  const type: TaskEventType = status === 'succeeded' ? 'task.succeeded' : 'task.failed';
  // A concurrent deletion of the endpoint must not fail this transaction.
  const endpoints = await deps.db
    .selectFrom('webhook_endpoint')
    .innerJoin('account', 'account.id', 'webhook_endpoint.account_id')
    .select('webhook_endpoint.id')
    .where('account_id', '=', account_id)
    .where('account.suspended_at', 'is', null)
    .where('enabled', '=', true)
    .where(sql<boolean>`${type} = any(events)`)
    .orderBy('webhook_endpoint.id')
    .forKeyShare('webhook_endpoint')
    .execute();
  if (endpoints.length === 0) return;
  const creation = await deps.db.selectFrom('creation').select('id').where('task_id', '=', id).executeTakeFirst();
  await queueEvent(
    deps,
    { account_id, type, task_id: id, order_id: creation?.id ?? null, kind, status, error, message },
    endpoints.map((endpoint) => endpoint.id),
  );
}
