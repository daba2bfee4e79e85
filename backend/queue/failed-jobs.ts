import { sql, type Kysely } from 'kysely';
import type { Database } from '#backend/db/types';

/** For the operator to read their errors. Mails name an address. */
const keptDays = 7;

/** Those without a further attempt: the queue itself keeps them, and with them the queues of their accounts. */
export async function removeFailedJobs(db: Kysely<Database>): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where id in (
    select id from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and run_at < now() - make_interval(days => ${keptDays})
    for update skip locked)`.execute(db);
}
