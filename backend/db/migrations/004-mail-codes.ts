import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_code (
      hash bytea primary key check (octet_length(hash) = 32),
      account_id uuid not null references account on delete cascade,
      purpose text not null check (purpose in ('activate', 'reset')),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index mail_code_account on mail_code (account_id)`.execute(db);
  await sql`create index mail_code_expiry on mail_code (expires_at)`.execute(db);
}
