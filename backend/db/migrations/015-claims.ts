import { sql, type Kysely } from 'kysely';

/** A claim that is not renewed is taken over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table idempotency
      alter column answer drop not null,
      add column claim uuid,
      add column claimed_until timestamptz,
      add constraint idempotency_claimed_or_answered
        check (answer is not null or (claim is not null and claimed_until is not null))`.execute(db);
  await sql`
    create table face_examination (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      incoming_key text not null,
      file_key text not null,
      thumb_key text not null,
      answer jsonb,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index face_examination_account on face_examination (account_id)`.execute(db);
  await sql`create index face_examination_created on face_examination (created_at)`.execute(db);
}
