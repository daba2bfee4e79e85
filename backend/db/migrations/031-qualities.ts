import { sql, type Kysely } from 'kysely';

/** Orders and previews of before are all of the engine's own swapper, `mesh`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creation add column quality text not null default 'mesh'`.execute(db);
  await sql`alter table task add column quality text not null default 'mesh'`.execute(db);
  await sql`drop index task_one_preview`.execute(db);
  await sql`
    create unique index task_one_preview
    on task (material_id, coalesce(trim_start_ms, -1), coalesce(trim_end_ms, -1), bindings, quality)
    where kind = 'preview' and status in ('queued', 'running', 'succeeded')`.execute(db);
  await sql`create index task_waiting_for_quality on task (quality) where status = 'queued' and quality <> 'mesh'`.execute(
    db,
  );
  await sql`
    create table worker_quality (
      worker_id uuid not null,
      quality text not null,
      name text not null,
      kinds jsonb not null,
      price_factor double precision not null check (price_factor >= 1),
      seen_at timestamptz not null default now(),
      primary key (worker_id, quality)
    )`.execute(db);
}
