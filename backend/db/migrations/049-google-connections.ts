import { sql, type Kysely } from 'kysely';

/** `google_refused_at`: its owner disconnected Google, which must not connect again by the address alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table identity add column email text`.execute(db);
  await sql`alter table account add column google_refused_at timestamptz`.execute(db);
}
