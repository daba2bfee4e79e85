import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table material add column container text`.execute(db);
  await sql`
    update material
    set container = format, format = substring(file_key from '[.]([a-z0-9]+)$')
    where status = 'ready' and file_key ~ '[.][a-z0-9]+$'`.execute(db);
}
