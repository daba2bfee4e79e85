import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table material
      add granted_bytes bigint,
      add grant_expires_at timestamptz`.execute(db);
}
