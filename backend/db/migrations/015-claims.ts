import { sql, type Kysely } from 'kysely';

/**
 * An Idempotency-Key is claimed in a transaction of its own, before the work; the answer is added when the work is done. A
 * claim that its process does not renew is taken over by the next call with the key.
 *
 * A face is examined by a worker while its upload waits: the row carries the answer between the two processes, and names
 * the files that must go if either of them dies.
 */
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
