import { sql, type Kysely } from 'kysely';
import { Gauge, register } from 'prom-client';

import type { Database } from '#backend/db/types';

/** Summing the ledger is expensive. */
const ledgerEveryMs = 60_000;

interface QueueRow {
  job: string;
  waiting: number;
  running: number;
}

const queue = 'faceswap_queue_jobs';
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
        select task_identifier as job, count(*) filter (where locked_at is null and run_at <= now())::int as waiting,
          count(locked_at)::int as running
        from graphile_worker.jobs group by 1`.execute(db);
      for (const { job, waiting, running } of rows) {
        this.set({ job, state: 'waiting' }, waiting);
        this.set({ job, state: 'running' }, running);
      }
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
  return () => [queue, credits].forEach((name) => register.removeSingleMetric(name));
}
