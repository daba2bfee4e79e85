import { sql, type Kysely } from 'kysely';

/**
 * The browser that signed up is signed in by the link of the activation mail. A used code stays until it expires, so
 * that its page can name the reason.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column sign_up_device bytea check (octet_length(sign_up_device) = 32)`.execute(db);
  await sql`alter table mail_code add column used_at timestamptz`.execute(db);
}
