import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table task
      add bindings jsonb,
      add preview_key text,
      drop constraint task_kind_check,
      add constraint task_kind_check check (kind in ('probe', 'playable', 'detection', 'swap', 'preview'))`.execute(db);
  await sql`
    create unique index task_one_preview on task (material_id, coalesce(trim_start_ms, -1), coalesce(trim_end_ms, -1), bindings)
    where kind = 'preview' and status in ('queued', 'running', 'succeeded')`.execute(db);
}
