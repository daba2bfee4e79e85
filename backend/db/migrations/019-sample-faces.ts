import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table face add column sample text`.execute(db);
  await sql`create unique index face_sample on face (account_id, sample) where sample is not null`.execute(db);
}
