import { sql } from 'kysely';
import { Attempts } from '#backend/domain/attempts';
import type { AppContext } from '#backend/domain/context';
import { endSwapWithoutResult } from '#backend/domain/swap/end-swap';
import type { FinishContext } from '#backend/domain/task/finish';
import { qualityUnavailable } from '#backend/domain/quality/unavailable';

/** Enough for a worker that restarts and loads its models. */
const waitForWorkerMinutes = 10;

/**
 * Swaps and previews for whose quality no worker has run for ten minutes, also those that a lost worker had begun; returns
 * credits.
 * @throws after all have been tried
 */
export async function failUnservedQualities(deps: FinishContext & Pick<AppContext, 'log'>): Promise<string[]> {
  const wait = sql`make_interval(mins => ${waitForWorkerMinutes})`;
  const { rows } = await sql<{ id: string }>`
    select task.id from task
    where task.status in ('queued', 'running') and task.quality <> 'mesh' and task.created_at < now() - ${wait}
      and not exists (
        select from graphile_worker.jobs job where job.key = task.id::text and job.locked_at is not null
      )
      and not exists (
        select from worker_quality worker
        where worker.quality = task.quality and worker.seen_at > now() - ${wait}
      )
    limit 100`.execute(deps.db);
  const tasks = rows.map(({ id }) => id);
  if (tasks.length > 0) deps.log.error({ tasks }, 'unserved_qualities_failed');
  const attempts = new Attempts(deps.log, 'unserved_task_not_failed');
  for (const id of tasks)
    await attempts.run(id, () => endSwapWithoutResult(deps, id, { status: 'failed', ...qualityUnavailable }));
  attempts.end();
  return tasks;
}
