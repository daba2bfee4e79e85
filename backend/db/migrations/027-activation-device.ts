import { sql, type Kysely } from 'kysely';

/** A used code stays until it expires, to name the reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column sign_up_device bytea check (octet_length(sign_up_device) = 32)`.execute(db);
  await sql`alter table mail_code add column used_at timestamptz`.execute(db);
}
