import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table material
      add playable_key text,
      add filmstrip_key text,
      add refusal text`.execute(db);
  await sql`update material set playable_key = file_key where status = 'ready'`.execute(db);
  await sql`
    alter table task
      drop constraint task_kind_check,
      add constraint task_kind_check check (kind in ('probe', 'playable', 'detection', 'swap'))`.execute(db);
}
