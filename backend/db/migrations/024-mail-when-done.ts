import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table task add column mail_when_done boolean not null default false`.execute(db);
}
