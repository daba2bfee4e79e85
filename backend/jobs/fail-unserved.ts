import { sql } from 'kysely';
import { endSwapWithoutResult } from '#backend/domain/swap/end-swap';
import type { FinishContext } from '#backend/domain/task/finish';
import { qualityUnavailable } from '#backend/domain/quality/unavailable';

/** Enough for a worker that restarts and loads its models. */
export const waitForWorkerMinutes = 10;

/** Swaps and previews for whose quality no worker has run for ten minutes; returns credits. */
export async function failUnservedQualities(deps: FinishContext): Promise<string[]> {
  const wait = sql`make_interval(mins => ${waitForWorkerMinutes})`;
  const { rows } = await sql<{ id: string }>`
    select task.id from task
    where task.status = 'queued' and task.quality <> 'mesh' and task.created_at < now() - ${wait}
      and not exists (
        select from worker_quality worker
        where worker.quality = task.quality and worker.seen_at > now() - ${wait}
      )
    limit 100`.execute(deps.db);
  for (const { id } of rows) await endSwapWithoutResult(deps, id, { status: 'failed', ...qualityUnavailable });
  return rows.map(({ id }) => id);
}
