import { sql, type Kysely } from 'kysely';

/** A creation keeps the name of what it was made of, also when that has been deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creation add column name text not null default ''`.execute(db);
  await sql`
    update creation set name = coalesce((select name from material where material.id = creation.material_id), 'Swap')`.execute(
    db,
  );
  await sql`alter table creation alter column name drop default`.execute(db);
}
