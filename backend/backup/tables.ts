import type pg from 'pg';

export interface Table {
  /** Quoted where needed, with its schema. */
  name: string;
  schema: string;
}

/** Of the site and its queue, without the records of migrations: a restore migrates an empty database. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', nspname, relname) as name, nspname as schema
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'graphile_worker')
      and relname not in ('kysely_migration', 'kysely_migration_lock')
      and not (nspname = 'graphile_worker' and relname = 'migrations')
    order by 1`);
  return rows;
}

export interface Schema {
  site: string;
  queue: number;
}

/** Undefined if the database has no tables of the site. */
export async function schemaOf(client: pg.Client): Promise<Schema | undefined> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.kysely_migration') is not null and to_regclass('graphile_worker.migrations') is not null as "isThere"`,
  );
  if (!rows[0]!.isThere) return undefined;
  const site = await client.query<{ name: string }>('select max(name) as name from kysely_migration');
  const queue = await client.query<{ id: number }>('select max(id) as id from graphile_worker.migrations');
  return { site: site.rows[0]!.name, queue: queue.rows[0]!.id };
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // the running query fails
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
