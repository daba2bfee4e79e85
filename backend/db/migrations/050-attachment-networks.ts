import { sql, type Kysely } from 'kysely';

/** `network`: of the sender, until a message claims the file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feedback_attachment add column network text`.execute(db);
}
