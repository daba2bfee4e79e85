import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table task
      add column preview_before_key text,
      drop constraint task_kind_check,
      add constraint task_kind_check
        check (kind in ('probe', 'playable', 'detection', 'swap', 'preview', 'export'))`.execute(db);
  await sql`
    create table creation_export (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      creation_id uuid not null references creation on delete cascade,
      task_id uuid not null unique references task on delete cascade,
      wanted jsonb not null,
      file_key text unique,
      size bigint,
      created_at timestamptz not null default now(),
      unique (creation_id, wanted)
    )`.execute(db);
  await sql`create index creation_export_account on creation_export (account_id)`.execute(db);
}
