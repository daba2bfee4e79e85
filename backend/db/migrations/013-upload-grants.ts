import { sql, type Kysely } from 'kysely';

/** Storage quotas count links that have been given out: how much each allows, and until when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table material
      add granted_bytes bigint,
      add grant_expires_at timestamptz`.execute(db);
}
