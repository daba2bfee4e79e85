import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table share (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      creation_id uuid not null references creation on delete cascade,
      hash bytea not null unique check (octet_length(hash) = 32),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index share_creation on share (creation_id)`.execute(db);
  await sql`create index share_account on share (account_id)`.execute(db);
  await sql`create index share_expiry on share (expires_at)`.execute(db);
}
