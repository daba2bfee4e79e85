import { sql, type Kysely } from 'kysely';

/** While a long video is swapped: what other workers need to render segments of it, and who renders which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shared_swap (
      task_id uuid primary key references task on delete cascade,
      account_id uuid not null,
      fingerprint text not null,
      tracks_key text not null,
      spec_key text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table shared_segment (
      task_id uuid not null references shared_swap on delete cascade,
      segment integer not null,
      account_id uuid not null,
      first_frame integer not null,
      end_frame integer,
      claimed_by text,
      lease_until timestamptz,
      failures integer not null default 0,
      file_key text,
      made jsonb,
      primary key (task_id, segment)
    )`.execute(db);
  await sql`create index shared_swap_account on shared_swap (account_id)`.execute(db);
  await sql`create index shared_segment_account on shared_segment (account_id)`.execute(db);
}
