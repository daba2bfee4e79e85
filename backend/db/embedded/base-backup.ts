import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** Of pg_backup_start's documentation: emptied or rebuilt at the start. */
const EMPTIED = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
];
const OMITTED = [
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
  'recovery.signal',
  'standby.signal',
];
const isTemporary = (name: string) => name.startsWith('pgsql_tmp') || name.startsWith('pg_internal.init');

export interface Base {
  /** Of the cluster; parents first. */
  folders: string[];
  /** The segment with which recovery begins. */
  firstSegment: string;
}

/** Of a running server (PostgreSQL's low-level API); its log must be archived. `write` gets each file. */
export async function copyBase(
  client: pg.Client,
  write: (path: string, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Base> {
  const { rows } = await client.query<{ data: string; archives: boolean }>(
    `select current_setting('data_directory') as data, current_setting('archive_mode') <> 'off' as archives`,
  );
  const { data, archives } = rows[0]!;
  if (!archives) throw new Error('the running server does not archive its log: restart it with WAL_ARCHIVE_DIR');
  await client.query('select pg_backup_start($1, fast => true)', ['faceswap']);
  const folders: string[] = [];
  await copyFolder('');
  const stopped = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop()');
  const { label } = stopped.rows[0]!;
  await write(
    'backup_label',
    (async function* () {
      yield Buffer.from(label);
    })(),
  );
  return { folders, firstSegment: /\(file ([0-9A-F]{24})\)/.exec(label)![1]! };

  async function copyFolder(folder: string): Promise<void> {
    for (const entry of await readdir(join(data, folder), { withFileTypes: true }).catch(ifMissing([]))) {
      const path = join(folder, entry.name);
      if (isTemporary(entry.name) || (folder === '' && OMITTED.includes(entry.name))) continue;
      if (entry.isDirectory()) {
        folders.push(path);
        if (folder !== '' || !EMPTIED.includes(entry.name)) await copyFolder(path);
      } else if (entry.isFile()) {
        // A table dropped meanwhile: the log drops it again.
        await write(path, createReadStream(join(data, path))).catch(ifMissing(undefined));
      }
    }
  }
}

const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };
