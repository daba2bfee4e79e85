import { sql } from 'kysely';
import { Attempts } from '#backend/domain/attempts';
import type { AppContext } from '#backend/domain/context';
import { failTask } from './fail-task';
import type { FinishContext } from '#backend/domain/task/finish';

/**
 * Their job is gone or out of attempts.
 * @throws after all have been tried
 */
export async function failLostTasks(deps: FinishContext & Pick<AppContext, 'log'>): Promise<string[]> {
  const { db, log } = deps;
  const { rows } = await sql<{ id: string }>`
    select task.id from task
    where task.status in ('queued', 'running') and task.created_at < now() - interval '5 seconds'
      and not exists (
        select from graphile_worker.jobs job
        where job.key = task.id::text and (job.attempts < job.max_attempts or job.locked_at is not null)
      )`.execute(db);
  const attempts = new Attempts(log, 'lost_task_not_failed');
  for (const { id } of rows) {
    const ended = await attempts.run(id, () => failTask(deps, id));
    if (ended) log.error({ taskId: id }, 'lost_task_failed');
  }
  attempts.end();
  return rows.map((row) => row.id);
}
