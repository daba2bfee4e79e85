import type pg from 'pg';
import { BackupFailure } from './failure';
import type { Manifest } from './manifest';
import { writeLines } from './parts';
import { schemaOf, tablesOf, type Table } from './tables';

const rowsAtOnce = 1_000;

/** All tables as of one moment, while the site writes. Rows are JSON: another version of PostgreSQL reads them too. */
export async function dumpDatabase(
  client: pg.Client,
  folder: string,
): Promise<Pick<Manifest, 'taken_at' | 'schema' | 'tables' | 'sequences'>> {
  await client.query("set statement_timeout = 0; set timezone = 'UTC'");
  await client.query('begin isolation level repeatable read read only');
  const found = await tablesOf(client);
  const schema = await schemaOf(client);
  if (!schema) throw new BackupFailure('The database has no tables of this site.');
  // As pg_dump does: a migration waits, or this does.
  await client.query(`lock table ${found.map(({ name }) => name).join(', ')} in access share mode`);
  const { rows: clock } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const tables: Manifest['tables'] = [];
  for (const table of found) {
    let rows = 0;
    const counted = async function* () {
      for await (const line of rowsOf(client, table)) {
        rows++;
        yield line;
      }
    };
    const file = `tables/${table.name.replaceAll('"', '')}.jsonl.gz`;
    tables.push({ ...(await writeLines(folder, file, counted())), table: table.name, rows });
  }
  const sequences = await sequencesOf(client);
  await client.query('commit');
  return { taken_at: clock[0]!.now.toISOString(), schema, tables, sequences };
}

async function* rowsOf(client: pg.Client, { name }: Table): AsyncGenerator<string> {
  await client.query(`declare dump no scroll cursor for select row_to_json(source)::text as line from ${name} source`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from dump`);
    for (const { line } of rows) yield line;
    if (rows.length < rowsAtOnce) break;
  }
  await client.query('close dump');
}

/** They are not part of the snapshot: at least as large as in the rows. */
async function sequencesOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where schemaname in ('public', 'graphile_worker') and last_value is not null`);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
