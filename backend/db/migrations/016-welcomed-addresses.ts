import { sql, type Kysely } from 'kysely';

/**
 * Mailboxes that have had their first credits, kept beyond their accounts as keyed hashes. Accounts from before were given
 * theirs when they registered, under a reference of their own (`welcome:<account id>`): they are added when they leave.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table welcomed_mailbox (
      hash bytea primary key check (octet_length(hash) = 32),
      created_at timestamptz not null default now()
    )`.execute(db);
}
