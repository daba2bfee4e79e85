import { sql, type Kysely } from 'kysely';

/** For the owner to read; operators' own reasons are in the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column suspended_reason text`.execute(db);
}
