import { sql, type Kysely } from 'kysely';

/**
 * Lists count, filter and sort all rows of an account. With these columns in the index they read only the rows of one page;
 * `state` is that of the creation's task, which is in another table. The vacuum keeps the index sufficient: at the default of a
 * fifth of the table, a large table would wait for a million new rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creation add column state text not null default 'working'
    constraint creation_state check (state in ('working', 'done', 'ended'))`.execute(db);
  await sql`
    create function creation_state(status text) returns text language sql immutable as $$
      select case when status in ('queued', 'running') then 'working' when status = 'succeeded' then 'done' else 'ended' end
    $$`.execute(db);
  await sql`
    update creation set state = creation_state(task.status) from task
    where task.id = creation.task_id and task.status not in ('queued', 'running')`.execute(db);

  await sql`
    create function creation_gets_state() returns trigger language plpgsql as $$
    begin
      select creation_state(status) into strict new.state from task where id = new.task_id;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger creation_gets_state before insert on creation
    for each row execute function creation_gets_state()`.execute(db);
  await sql`
    create function task_moves_creation() returns trigger language plpgsql as $$
    begin
      update creation set state = creation_state(new.status) where task_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger task_moves_creation after update of status on task
    for each row when (new.kind = 'swap' and creation_state(new.status) <> creation_state(old.status))
    execute function task_moves_creation()`.execute(db);

  await sql`drop index creation_account`.execute(db);
  await sql`create index creation_account on creation (account_id, id desc) include (kind, state, name, deletion_id)`.execute(
    db,
  );
  await sql`drop index material_account`.execute(db);
  await sql`
    create index material_account on material (account_id, id desc) include (kind, status, name, size, deletion_id)`.execute(
    db,
  );
  for (const table of ['creation', 'material', 'task', 'credit_entry']) {
    await sql`
      alter table ${sql.table(table)} set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02)`.execute(
      db,
    );
  }
}
