import { sql, type Kysely } from 'kysely';

/** Quotas include open upload links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table material
      add granted_bytes bigint,
      add grant_expires_at timestamptz`.execute(db);
}
