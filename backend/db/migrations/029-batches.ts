import { sql, type Kysely } from 'kysely';

/** Creations ordered together share a `batch_id`; there is nothing else to store about a batch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creation add column batch_id uuid`.execute(db);
  await sql`create index creation_batch on creation (batch_id) where batch_id is not null`.execute(db);
}
