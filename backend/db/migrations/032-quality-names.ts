import { sql, type Kysely } from 'kysely';

/** As at the time of the order: an operator may rename or remove a quality. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creation add column quality_name text not null default 'Standard'`.execute(db);
  await sql`update creation set quality_name = quality where quality <> 'mesh'`.execute(db);
}
