import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_endpoint (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      url text not null,
      description text not null default '',
      events text[] not null check (cardinality(events) > 0 and events <@ array['task.succeeded', 'task.failed']),
      enabled boolean not null default true,
      disabled_reason text check (disabled_reason in ('user', 'gone', 'failing')),
      secret bytea not null,
      old_secret bytea,
      old_secret_until timestamptz,
      failing_since timestamptz,
      created_at timestamptz not null default now(),
      constraint webhook_endpoint_disabled_for_a_reason check (enabled = (disabled_reason is null))
    )`.execute(db);
  await sql`create index webhook_endpoint_account on webhook_endpoint (account_id, id)`.execute(db);

  // No foreign keys: the log outlives tasks and creations.
  await sql`
    create table webhook_event (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      type text not null check (type in ('task.succeeded', 'task.failed', 'ping')),
      task_id uuid,
      order_id uuid,
      kind text check (kind in ('detection', 'swap', 'preview')),
      status text check (status in ('succeeded', 'failed', 'refused')),
      error text,
      message text,
      created_at timestamptz not null default now(),
      constraint webhook_event_has_task check ((type = 'ping') = (task_id is null))
    )`.execute(db);
  await sql`create index webhook_event_account on webhook_event (account_id)`.execute(db);
  await sql`create index webhook_event_created on webhook_event (created_at)`.execute(db);

  await sql`
    create table webhook_delivery (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      event_id uuid not null references webhook_event on delete cascade,
      endpoint_id uuid not null references webhook_endpoint on delete cascade,
      status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
      round_attempts integer not null default 0,
      next_attempt_at timestamptz,
      created_at timestamptz not null default now(),
      constraint webhook_delivery_pending_has_time check ((status = 'pending') = (next_attempt_at is not null))
    )`.execute(db);
  await sql`create index webhook_delivery_account on webhook_delivery (account_id, id desc)`.execute(db);
  await sql`create index webhook_delivery_endpoint on webhook_delivery (endpoint_id, id desc)`.execute(db);
  await sql`create index webhook_delivery_event on webhook_delivery (event_id)`.execute(db);

  await sql`
    create table webhook_attempt (
      delivery_id uuid not null references webhook_delivery on delete cascade,
      number integer not null,
      at timestamptz not null,
      status_code integer,
      duration_ms integer not null,
      failure text,
      response text,
      primary key (delivery_id, number)
    )`.execute(db);
}
