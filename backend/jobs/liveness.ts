import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import pg from 'pg';
import type { WorkerUtils } from 'graphile-worker';
import type { Database } from '#backend/db/types';
import { laneNumber, laneSpace, lockSpace } from '#backend/queue/live-workers';
import type { Lane } from '#backend/queue/port';

// A worker takes its lock shortly after it starts.
const graceMs = 2000;

/** A machine that vanishes closes no connection: PostgreSQL then ends it after half a minute, and with it the lock. */
const keepalives = { tcp_keepalives_idle: '10', tcp_keepalives_interval: '5', tcp_keepalives_count: '4' };

export interface Liveness {
  claim(id: string): Promise<void>;
  claimLane(lane: Lane): Promise<void>;
  end(): Promise<void>;
}

const WORKER = 'worker: ';
const LONGEST_NAME = 63;

/** @param onLost called when the connection breaks */
export async function openLiveness(url: string, onLost: () => void, decoders = ''): Promise<Liveness> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  let ending = false;
  client.on('error', () => {});
  client.on('end', () => {
    if (!ending) onLost();
  });
  await client.connect();
  for (const setting of Object.entries(keepalives)) await client.query('select set_config($1, $2, false)', setting);
  // The API's health check reads it from pg_stat_activity.
  await client.query("select set_config('application_name', $1, false)", [
    `${WORKER}${decoders}`.slice(0, LONGEST_NAME),
  ]);
  return {
    async claim(id) {
      await client.query('select pg_advisory_lock($1, hashtext($2))', [lockSpace, id]);
    },
    async claimLane(lane) {
      await client.query('select pg_advisory_lock_shared($1, $2)', [laneSpace, laneNumber(lane)]);
    },
    async end() {
      ending = true;
      await client.end();
    },
  };
}

export async function decodersOfLiveWorkers(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string | null }>`
    select distinct pid, application_name as name from pg_locks left join pg_stat_activity using (pid)
    where locktype = 'advisory' and classid = ${lockSpace} and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.map(({ name }) => (name?.startsWith(WORKER) ? name.slice(WORKER.length) : ''));
}

export async function releaseJobsOfDeadWorkers(db: Kysely<Database>, utils: WorkerUtils): Promise<string[]> {
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

/**
 * graphile-worker takes locks of more than four hours for those of dead workers; a long video renders for longer. Skips
 * rows that are being changed: waiting for several could deadlock with the end of jobs.
 */
export async function renewLocks(db: Kysely<Database>, workers: string[]): Promise<void> {
  const isOld = sql`locked_by = any(${workers}::text[]) and locked_at < now() - interval '1 hour'`;
  await sql`
    with jobs as (
      update graphile_worker._private_jobs set locked_at = now()
      where id in (select id from graphile_worker._private_jobs where ${isOld} for update skip locked)
    )
    update graphile_worker._private_job_queues set locked_at = now()
    where id in (select id from graphile_worker._private_job_queues where ${isOld} for update skip locked)`.execute(db);
}
