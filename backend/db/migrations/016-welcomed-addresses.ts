import { sql, type Kysely } from 'kysely';

/** Keyed hashes that outlive accounts; older accounts are added on deletion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table welcomed_mailbox (
      hash bytea primary key check (octet_length(hash) = 32),
      created_at timestamptz not null default now()
    )`.execute(db);
}
