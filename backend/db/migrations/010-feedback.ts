import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table feedback (
      id uuid primary key,
      contents text not null,
      email text not null,
      created_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table feedback_attachment (
      file_key text primary key,
      feedback_id uuid references feedback on delete cascade,
      size bigint,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index feedback_attachment_feedback on feedback_attachment (feedback_id)`.execute(db);

  await sql`
    create table failed_event (
      id uuid primary key,
      type text not null,
      input_data text not null,
      created_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table takedown_case (
      id uuid primary key,
      location text not null,
      description text not null,
      person text not null,
      email text not null,
      signature text not null,
      status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
      created_at timestamptz not null default now(),
      due_at timestamptz not null,
      closed_at timestamptz,
      constraint takedown_closed_has_time check ((closed_at is null) = (status = 'open'))
    )`.execute(db);
  await sql`create index takedown_open on takedown_case (due_at) where status = 'open'`.execute(db);
}
