import { sql, type Kysely } from 'kysely';
import type { Database } from './types';

/** Advisory: concurrent replacements of a function fail. */
const lock = 73_112;

/**
 * An account's jobs run one at a time, in a queue. A worker looks for its next job before the end of the last one is
 * written: it finds the queue occupied, and would sleep until its next poll. This announces the queue once it is free, on
 * the channel on which Graphile Worker announces new jobs.
 *
 * After the queue's own migrations, every time: they may replace the table.
 */
export async function announceFreeQueues(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(trx);
    await sql`
      create or replace function announce_free_queue() returns trigger language plpgsql as $$
      begin
        if exists (select from graphile_worker._private_jobs where job_queue_id = new.id and is_available) then
          perform pg_notify('jobs:insert', json_build_object('r', random(), 'count', 1)::text);
        end if;
        return null;
      end $$`.execute(trx);
    await sql`
      create or replace trigger announce_free_queue after update of locked_at on graphile_worker._private_job_queues
      for each row when (old.locked_at is not null and new.locked_at is null)
      execute function announce_free_queue()`.execute(trx);
  });
}
