import { chmodSync, existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeBackup } from '#backend/backup/make-backup';
import { recoverSite } from '#backend/backup/restore-backup';
import { withClient } from '#backend/backup/tables';
import { startPostgres } from '#backend/db/embedded/index';
import { migrate } from '#backend/db/migrate';
import { diskStorage } from '#backend/providers/storage/disk';
import { patience } from '#tests/support/patience';
import { scratchFolder } from '#tests/support/scratch';
import { dataDirectoryWithDatabase, removeDataDirectory } from '#tests/support/stack';

const links = { secret: 'a secret of this test alone, long enough', publicUrl: '/api' };
const quiet = { endSessions: false, onProgress: () => {} };

function newRoot(): string {
  const folder = scratchFolder();
  chmodSync(folder, 0o755); // PostgreSQL's account enters it
  const root = join(folder, 'postgres');
  onTestFinished(() => {
    if (existsSync(root)) rmSync(realpathSync(root), { recursive: true, force: true });
  });
  return root;
}

const ask = <T>(url: string, statement: string) =>
  withClient(url, async (client) => (await client.query<{ value: T }>(statement)).rows[0]!.value);

const add = (url: string, name: string) =>
  ask<void>(url, `insert into rate_limit (key) values ('${name}') returning null as value`);

/** A time after everything that is committed, and before everything to come. */
async function timeBetween(url: string): Promise<Date> {
  const clock = () => ask<Date>(url, 'select clock_timestamp() as value');
  const between = new Date((await clock()).getTime() + 1);
  await vi.waitFor(async () => expect((await clock()).getTime()).toBeGreaterThan(between.getTime()), patience);
  return between;
}

const namesOf = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ key: string }>('select key from rate_limit order by key');
    return rows.map(({ key }) => key);
  });

test('the embedded database is recovered as of any time after a backup, and to the end of its log', async () => {
  const archives = scratchFolder();
  chmodSync(archives, 0o777);
  const walArchive = join(archives, `it's 100% "quoted"`); // the folder's name reaches a shell
  const directory = dataDirectoryWithDatabase();
  onTestFinished(() => removeDataDirectory(directory));
  const server = await startPostgres({ root: join(directory, 'postgres'), walArchive });
  onTestFinished(() => server.stop());
  await migrate(server.url);
  const storage = diskStorage({ root: scratchFolder(), ...links });
  const put = (key: string) => storage.put(key, Readable.from([Buffer.from(key)]));
  const place = scratchFolder();
  const dataDirectory = scratchFolder();
  const backup = (keep?: number) =>
    makeBackup({ databaseUrl: server.url, storage, dataDirectory, environment: {}, walArchive }, place, {
      keep,
      onProgress: () => {},
    });

  await add(server.url, 'a: before the backup');
  await put('materials/a.jpg');
  await backup();
  await add(server.url, 'b: after the backup');
  await put('materials/b.jpg');
  const wanted = await timeBetween(server.url);
  await add(server.url, 'c: a mistake');
  await backup();
  await add(server.url, 'd: the last');
  const last = await ask<string>(server.url, 'select pg_walfile_name(pg_switch_wal()) as value');
  await vi.waitFor(() => expect(existsSync(join(walArchive, last))).toBe(true), patience);
  await server.stop();

  const recover = async (until: Date | undefined) => {
    const target = { root: newRoot(), walArchive, storage: diskStorage({ root: scratchFolder(), ...links }) };
    let names: string[] = [];
    const { files } = await recoverSite(
      {
        ...target,
        withDatabase: async (work) => {
          const recovered = await startPostgres({ root: target.root, walArchive });
          try {
            names = await namesOf(recovered.url);
            return await work(recovered.url);
          } finally {
            await recovered.stop();
          }
        },
      },
      place,
      { ...quiet, until },
    );
    return { files, names: names.map((name) => name[0]) };
  };

  await expect(recover(new Date(Date.now() + 86_400_000))).rejects.toThrow(/archived log ends before/);
  expect(await recover(undefined)).toEqual({ files: 2, names: ['a', 'b', 'c', 'd'] });
  expect(await recover(wanted)).toEqual({ files: 2, names: ['a', 'b'] });
  const withoutFiles = newRoot();
  await expect(startPostgres({ root: withoutFiles, walArchive })).rejects.toThrow(/holds the log of another database/);
  expect(readdirSync(withoutFiles)).not.toContain('data');
  await expect(recover(new Date(0))).rejects.toThrow(/no backup that ended before/);
});
