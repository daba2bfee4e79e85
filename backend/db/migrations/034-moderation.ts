import { sql, type Kysely } from 'kysely';

/** What was stopped or refused, with its scores; what is allowed leaves no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table moderation (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      subject text not null check (subject in ('upload', 'face', 'preview', 'result')),
      subject_id uuid not null,
      name text not null,
      sha256 text,
      outcome text not null check (outcome in ('stopped', 'refused')),
      scores jsonb not null,
      model text not null,
      evidence_key text,
      appeal text,
      appealed_at timestamptz,
      verdict text check (verdict in ('allowed', 'upheld')),
      verdict_reason text,
      verdict_at timestamptz,
      created_at timestamptz not null default now(),
      unique (subject, subject_id)
    )`.execute(db);
  await sql`create index moderation_account on moderation (account_id, id)`.execute(db);
  await sql`create index moderation_open on moderation (appealed_at) where appealed_at is not null and verdict is null`.execute(
    db,
  );
  await sql`alter table face_examination add column sha256 text`.execute(db);
}
