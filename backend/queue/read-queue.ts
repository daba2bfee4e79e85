import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#backend/db/connect';
import { liveWorkers } from './live-workers';
import { laneOf, qualityOf, type JobQueue, type QueueState, type RunningJob, type WaitingJob } from './port';

type WaitingRow = Omit<WaitingJob, 'taskId' | 'lane' | 'quality'> & { taskId: string | null; job: string };

const presentWaiting = (rows: WaitingRow[]): WaitingJob[] =>
  rows.flatMap(({ job, taskId, ...row }) =>
    taskId ? [{ ...row, taskId, lane: laneOf(job), quality: qualityOf(job) }] : [],
  );

/** Most keys are ids; those of mails are not, and cannot be cast. */
const idInKey = sql`case when job.key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then job.key::uuid end`;

/**
 * The key of a task's job is the task's id. The limit is before the join, so that jobs are read in their index.
 *
 * Each join looks one row up by a unique index, behind a limit that no plan moves: with statistics from before a queue
 * grew, PostgreSQL would compare each of 5,000 jobs with each open task, which takes many seconds.
 */
const waitingJobs = (jobs: RawBuilder<unknown>) => sql<WaitingRow>`
  select task.id as "taskId", name.identifier as job, job.job_queue_id as queue, job.priority,
    extract(epoch from job.run_at)::float8 * 1000 as "runAtMs",
    case when job.run_at > now() then extract(epoch from job.run_at - now())::float8 * 1000 else 0 end as "dueMs",
    task.expected_ms as "expectedMs", task.kind not in ('probe', 'playable') as "isOrdered"
  from (
    select id, task_id, job_queue_id, priority, run_at, key from graphile_worker._private_jobs
    where is_available and ${jobs}
  ) job
  join graphile_worker._private_tasks name on name.id = job.task_id
  left join lateral (
    select id, kind, status, expected_ms from task where id = ${idInKey} limit 1
  ) task on task.status in ('queued', 'running')
  order by job.priority, job.run_at, job.id`;

export async function readQueue(db: Db, limit: Parameters<JobQueue['read']>[1]): Promise<QueueState> {
  const first = sql`true order by priority, run_at limit ${limit.waiting}`;
  const { rows: waiting } = await waitingJobs(first).execute(db);
  const { rows: running } = await sql<RunningJob['task'] & { queue: number | null; worker: string }>`
    select job.job_queue_id as queue, (hashtext(job.locked_by)::bigint & 4294967295)::text as worker,
      task.status, task.progress, task.started_at, task.expected_ms
    from task
    join lateral (
      select job_queue_id, locked_by, locked_at from graphile_worker._private_jobs where key = task.id::text limit 1
    ) job on job.locked_at is not null
    where task.status = 'running'
    limit ${limit.running}`.execute(db);
  return {
    workers: await liveWorkers(db),
    running: running.map(({ queue, worker, ...task }) => ({ queue, worker, task })),
    waiting: presentWaiting(waiting),
    isWhole: waiting.length < limit.waiting,
  };
}

export async function waitingJob(db: Db, taskId: string): Promise<WaitingJob | undefined> {
  const { rows } = await waitingJobs(sql`key = ${taskId}`).execute(db);
  return presentWaiting(rows)[0];
}
