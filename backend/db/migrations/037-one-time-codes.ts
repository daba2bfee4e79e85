import { sql, type Kysely } from 'kysely';

/** The secret is encrypted, because the server must read it; recovery codes are hashed, and deleted when used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table one_time_secret (
      account_id uuid primary key references account on delete cascade,
      secret bytea not null,
      confirmed_at timestamptz,
      last_step bigint,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table recovery_code (
      hash bytea primary key,
      account_id uuid not null references account on delete cascade,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index recovery_code_account on recovery_code (account_id)`.execute(db);
}
