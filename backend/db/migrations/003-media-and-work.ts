import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table material (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      kind text not null check (kind in ('photo', 'gif', 'video')),
      name text not null,
      format text not null,
      size bigint,
      sha256 text,
      width integer,
      height integer,
      duration_ms integer,
      fps real,
      has_audio boolean not null default false,
      status text not null default 'uploading'
        check (status in ('uploading', 'probing', 'ready', 'rejected', 'expired')),
      reason text,
      file_key text not null unique,
      thumb_key text,
      trim_start_ms integer,
      trim_end_ms integer,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index material_account on material (account_id, id desc)`.execute(db);
  await sql`create index material_expiry on material (expires_at)`.execute(db);

  await sql`
    create table face (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      file_key text not null unique,
      thumb_key text not null,
      width integer not null,
      height integer not null,
      pinned_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index face_account on face (account_id, pinned_at desc nulls last, id desc)`.execute(db);

  await sql`
    create table consent (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      subject text not null check (subject in ('face', 'swap')),
      subject_id uuid not null,
      text text not null,
      given_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table task (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      kind text not null check (kind in ('detection', 'swap')),
      material_id uuid references material on delete set null,
      status text not null default 'queued'
        check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'refused')),
      stage text not null default 'waiting',
      progress real not null default 0 check (progress between 0 and 100),
      error text,
      message text,
      trim_start_ms integer,
      trim_end_ms integer,
      persons jsonb,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      constraint task_finished_has_time check ((finished_at is not null) = (status not in ('queued', 'running')))
    )`.execute(db);
  await sql`create index task_material on task (material_id, id desc)`.execute(db);
  await sql`create index task_open on task (created_at) where status in ('queued', 'running')`.execute(db);
  await sql`
    create unique index task_one_detection on task (material_id, coalesce(trim_start_ms, -1), coalesce(trim_end_ms, -1))
    where kind = 'detection' and status in ('queued', 'running', 'succeeded')`.execute(db);

  await sql`
    create table creation (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      task_id uuid not null unique references task,
      tool_id text not null,
      material_id uuid references material on delete set null,
      kind text not null check (kind in ('photo', 'gif', 'video')),
      price integer not null check (price >= 0),
      bindings jsonb not null,
      result_key text unique,
      poster_key text unique,
      label_visible boolean not null,
      source_type text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index creation_account on creation (account_id, id desc)`.execute(db);
}
