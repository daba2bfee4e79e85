import type pg from 'pg';
import { migrate } from '#backend/db/migrate';
import { BackupFailure } from './failure';
import type { Backup } from './manifest';
import { readLines } from './parts';
import { schemaOf, tablesOf, withClient, type Table } from './tables';

const rowsAtOnce = 1_000;
const bytesAtOnce = 4_000_000;

interface Options {
  /** Within the transaction, after the rows and before it ends. */
  repair(client: pg.Client): Promise<void>;
}

/** @throws BackupFailure if any table has rows */
export async function assertEmptyDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const { name } of await tablesOf(client)) {
      const { rows } = await client.query<{ found: boolean }>(`select exists (select from ${name}) as found`);
      if (rows[0]!.found) throw new BackupFailure(`The database is not empty: ${name} has rows. Nothing was restored.`);
    }
  });
}

/** Into an empty database, in one transaction: a failure leaves it empty. Then runs the migrations since the backup. */
export async function loadDatabase(url: string, backup: Backup, { repair }: Options): Promise<void> {
  const { schema } = backup.manifest;
  await migrate(url, schema.site).catch((cause: unknown) => {
    throw new BackupFailure(`The backup is of a newer version (${schema.site}). Update the site first.`, { cause });
  });
  await withClient(url, async (client) => {
    const { site, queue } = (await schemaOf(client))!;
    // No migration is undone: those since the backup would then never see its rows.
    if (site !== schema.site) {
      throw new BackupFailure(
        `The database has the tables of a newer version (${site}) than the backup (${schema.site}). Restore into a new, empty database.`,
      );
    }
    if (queue !== schema.queue) {
      throw new BackupFailure(
        `The backup's queue has version ${schema.queue}, this site's ${queue}. Restore with the release that made it, then update.`,
      );
    }
    await client.query("set statement_timeout = 0; set timezone = 'UTC'");
    await client.query('begin');
    await load(client, backup);
    await assertExactLedger(client);
    await repair(client);
    await client.query('commit');
    await client.query('analyze');
  });
  await migrate(url);
}

async function load(client: pg.Client, { folder, manifest }: Backup): Promise<void> {
  const tables = await tablesOf(client);
  const foreignKeys = await dropForeignKeys(client);
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  for (const part of manifest.tables) {
    const table = tables.find(({ name }) => name === part.table);
    if (!table) throw new BackupFailure(`This version has no table ${part.table}.`);
    const rows = await insertAll(client, table, readLines(folder, part));
    if (rows !== part.rows) throw new BackupFailure(`${part.file} has ${rows} rows instead of ${part.rows}.`);
  }
  for (const [name, value] of Object.entries(manifest.sequences)) {
    await client.query('select setval($1::regclass, $2::bigint)', [name, value]);
  }
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Added again after the rows, which checks all of them. */
async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select format('%I.%I', nspname, relname) as table, quote_ident(conname) as name,
      pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid join pg_namespace on pg_namespace.oid = relnamespace
    where contype = 'f' and nspname in ('public', 'graphile_worker')`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

async function insertAll(client: pg.Client, { name }: Table, lines: AsyncIterable<string>): Promise<number> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  );
  const { columns } = rows[0]!;
  const statement = `insert into ${name} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${name}, $1::json)`;
  let batch: string[] = [];
  let bytes = 0;
  let total = 0;
  const flush = async () => {
    if (batch.length > 0) await client.query(statement, [`[${batch.join(',')}]`]);
    total += batch.length;
    batch = [];
    bytes = 0;
  };
  for await (const line of lines) {
    batch.push(line);
    bytes += line.length;
    if (batch.length === rowsAtOnce || bytes > bytesAtOnce) await flush();
  }
  await flush();
  return total;
}

async function assertExactLedger(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ wrong: string }>(`
    select count(*)::text as wrong from wallet
    left join (select account_id, sum(delta) as total from credit_entry group by 1) entries using (account_id)
    where balance <> coalesce(total, 0)`);
  if (rows[0]!.wrong === '0') return;
  throw new BackupFailure(`${rows[0]!.wrong} balances of the backup differ from their entries. Nothing was restored.`);
}
