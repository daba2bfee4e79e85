import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table task
      add column work text,
      add column work_units real check (work_units > 0),
      add column expected_ms integer check (expected_ms >= 0)`.execute(db);
  await sql`create index task_rate on task (work, finished_at desc) where status = 'succeeded' and work is not null`.execute(
    db,
  );
}
