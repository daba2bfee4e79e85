import { sql, type Kysely } from 'kysely';
import { Gauge, register } from 'prom-client';

import type { Database } from '#backend/db/types';
import { countCases } from '#backend/domain/feedback/due-cases';
import { isOptional, laneOf } from '#backend/queue/port';

/** Summing the ledger is expensive. */
const ledgerEveryMs = 60_000;

interface QueueRow {
  job: string;
  waiting: number;
  running: number;
}

const queue = 'faceswap_queue_jobs';
const oldest = 'faceswap_queue_oldest_seconds';
const cases = 'faceswap_takedown_cases';
const credits = 'faceswap_credits';

/** Read on each scrape, identical on every API process. */
export function registerDatabaseMetrics(db: Kysely<Database>, now: () => Date): () => void {
  new Gauge({
    name: queue,
    help: 'Jobs in the queue: waiting for a worker, or running.',
    labelNames: ['job', 'state'],
    async collect() {
      this.reset();
      const { rows } = await sql<QueueRow>`
        select task_identifier as job, count(locked_at)::int as running,
          count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)::int as waiting
        from graphile_worker.jobs group by 1`.execute(db);
      for (const { job, waiting, running } of rows) {
        this.set({ job, state: 'waiting' }, waiting);
        this.set({ job, state: 'running' }, running);
      }
    },
  });

  new Gauge({
    name: oldest,
    help: 'How long the oldest job that a worker could take has been waiting, by lane.',
    labelNames: ['lane'],
    async collect() {
      const lanes = { interactive: 0, batch: 0 };
      for (const { job, seconds } of await waitingJobs(db)) {
        if (!isOptional(job)) lanes[laneOf(job)] = Math.max(lanes[laneOf(job)], seconds);
      }
      for (const [lane, seconds] of Object.entries(lanes)) this.set({ lane }, seconds);
    },
  });

  new Gauge({
    name: cases,
    help: 'Open take-down cases: all, those due within twelve hours, and those overdue.',
    labelNames: ['state'],
    async collect() {
      for (const [state, count] of Object.entries(await countCases({ db, now }))) this.set({ state }, count);
    },
  });

  let readAt = -Infinity;
  new Gauge({
    name: credits,
    help: 'Credits moved since ever, by kind of ledger entry: granted and bought, held for swaps, given back.',
    labelNames: ['kind'],
    async collect() {
      if (now().getTime() - readAt < ledgerEveryMs) return;
      const rows = await db
        .selectFrom('credit_entry')
        .select(['kind', sql<string>`sum(abs(delta))`.as('moved')])
        .groupBy('kind')
        .execute();
      for (const { kind, moved } of rows) this.set({ kind }, Number(moved));
      readAt = now().getTime();
    },
  });
  return () => [queue, oldest, cases, credits].forEach((name) => register.removeSingleMetric(name));
}

/** Jobs behind another one of their account wait for that one, not for a worker. */
async function waitingJobs(db: Kysely<Database>): Promise<{ job: string; seconds: number }[]> {
  const { rows } = await sql<{ job: string; seconds: number }>`
    select task_identifier as job, extract(epoch from max(now() - run_at))::float8 as seconds
    from graphile_worker.jobs waiting
    where locked_at is null and run_at <= now() and attempts < max_attempts and not exists (
      select from graphile_worker.jobs running
      where running.queue_name = waiting.queue_name and running.locked_at is not null)
    group by 1`.execute(db);
  return rows;
}
