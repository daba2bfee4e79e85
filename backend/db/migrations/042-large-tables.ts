import { sql, type Kysely } from 'kysely';

/**
 * The sweep looked for expired creations and abandoned uploads, and the deletion of uploads and accounts for rows that refer
 * to them, by reading whole tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index creation_expiry on creation (expires_at)`.execute(db);
  await sql`create index material_uploading on material (created_at) where status = 'uploading'`.execute(db);
  await sql`create index creation_material on creation (material_id)`.execute(db);
  await sql`create index task_account on task (account_id)`.execute(db);
  await sql`create index consent_account on consent (account_id)`.execute(db);
}
