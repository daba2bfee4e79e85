import type pg from 'pg';

/**
 * Creates `testing.reset()`, which restores rows and sequences. Takes milliseconds; a new database takes a
 * hundred times as long.
 */
export async function createReset(client: pg.Client): Promise<void> {
  await client.query(`
    create schema testing;
    do $$
    declare
      source record;
      has_rows boolean;
    begin
      for source in ${tables} loop
        execute format('select exists (select from %s)', source.name) into has_rows;
        if has_rows then
          execute format('create table testing.%I as table %s', source.name::text, source.name);
        end if;
      end loop;
    end $$;

    create function testing.reset() returns void language plpgsql as $$
    declare
      target record;
    begin
      perform set_config('session_replication_role', 'replica', true); -- no triggers, no order of foreign keys
      for target in ${tables} loop
        execute format('delete from %s', target.name);
        if to_regclass(format('testing.%I', target.name::text)) is not null then
          execute format('insert into %s overriding system value table testing.%I', target.name, target.name::text);
        end if;
      end loop;
      perform setval(seqrelid, seqstart, false) from pg_sequence; -- to restart one would make a file for it
    end $$;
  `);
}

const tables = `
  select pg_class.oid::regclass as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema', 'testing')`;

/** Ends other connections first, but for `kept`, which are idle. */
export async function resetDatabase(client: pg.Client, kept: number[] = []): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and pid <> all($1)`,
    [kept],
  );
  await client.query('select testing.reset()');
}
