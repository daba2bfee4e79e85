import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import pg from 'pg';
import type { WorkerUtils } from 'graphile-worker';
import type { Database } from '../db/types';

// First half of the advisory lock's key: "a worker lives". The second half is a hash of the id it locks jobs with.
const lockSpace = 73_110;

// A worker takes its lock a moment after it is made; younger jobs are given that moment.
const graceMs = 2000;

export interface Liveness {
  /** Says that whoever locks jobs by this id lives, for as long as this process and its connection do. */
  hold(id: string): Promise<void>;
  end(): Promise<void>;
}

/** Opens the connection that stands for this process; `onLost` is called when it breaks. */
export async function openLiveness(url: string, onLost: () => void): Promise<Liveness> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  let ending = false;
  client.on('error', () => {});
  client.on('end', () => {
    if (!ending) onLost();
  });
  await client.connect();
  return {
    async hold(id) {
      await client.query('select pg_advisory_lock($1, hashtext($2))', [lockSpace, id]);
    },
    async end() {
      ending = true;
      await client.end();
    },
  };
}

/** How many workers live, on whatever machine. */
export async function countLiveWorkers(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks
    where locktype = 'advisory' and classid = ${lockSpace} and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Frees the jobs and queues of workers that died, so that another takes them up at once. Returns whose jobs were freed. */
export async function releaseJobsOfTheDead(db: Kysely<Database>, utils: WorkerUtils): Promise<string[]> {
  const { rows } = await sql<{ worker: string }>`
    select distinct locked_by as worker from (
      select locked_by, locked_at from graphile_worker.jobs
      union all
      select locked_by, locked_at from graphile_worker._private_job_queues
    ) locks
    where locked_by is not null and locked_at < now() - make_interval(secs => ${graceMs / 1000})
      and not exists (
        select from pg_locks
        where locktype = 'advisory' and classid = ${lockSpace} and granted
          and objid = (hashtext(locked_by)::bigint & 4294967295)::oid
          and database = (select oid from pg_database where datname = current_database())
      )`.execute(db);
  const dead = rows.map((row) => row.worker);
  if (dead.length) await utils.forceUnlockWorkers(dead);
  return dead;
}
