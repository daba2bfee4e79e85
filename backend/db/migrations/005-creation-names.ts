import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creation add column name text not null default ''`.execute(db);
  await sql`
    update creation set name = coalesce((select name from material where material.id = creation.material_id), 'Swap')`.execute(
    db,
  );
  await sql`alter table creation alter column name drop default`.execute(db);
}
