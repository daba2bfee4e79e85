import { join } from 'node:path';
import { stat } from 'node:fs/promises';
import { migrate } from '#backend/db/migrate';
import type { Storage } from '#backend/providers/storage/port';
import { mediaOf, objectOf, type MediaFile } from './copy-media';
import { BackupFailure } from './failure';
import { inGroups } from './in-groups';
import { assertEmptyDatabase, loadDatabase } from './load-database';
import { backupNames, readBackup, type Backup } from './manifest';
import { verified, verifyPart } from './parts';
import { baseFor, recoverFrom } from './physical';
import { listRestored, repairMissing, type Repaired } from './repair';
import { withClient } from './tables';

export interface Restored extends Repaired {
  files: number;
  rows: number;
}

interface Options {
  endSessions: boolean;
  onProgress(text: string): void;
}

const progressEvery = 1_000;

/** The newest below `from`, or `from` itself. Checks the description and the tables; the media are checked while they are read. */
export async function openBackup(from: string): Promise<Backup> {
  const newest = (await backupNames(from)).at(-1);
  const backup = await readBackup(newest ? join(from, newest) : from);
  await assertIntact(backup);
  return backup;
}

/** Of each part that restores the rows; of media, the size. */
async function assertIntact(backup: Backup): Promise<void> {
  const { tables, media, secrets } = backup.manifest;
  for (const part of [...tables, media, ...secrets]) await verifyPart(backup.folder, part);
  for await (const file of mediaOf(backup)) await assertObject(backup, file);
}

const pathOf = ({ folder }: Backup, { sha256 }: MediaFile) => join(folder, '..', objectOf(sha256));

async function assertObject(backup: Backup, file: MediaFile): Promise<void> {
  const found = await stat(pathOf(backup, file)).catch(() => undefined);
  if (found?.size === file.size) return;
  throw new BackupFailure(
    `${pathOf(backup, file)} (${file.key}) is ${found ? 'damaged' : 'missing'}. Nothing was restored.`,
  );
}

interface Place {
  databaseUrl: string;
  storage: Storage;
}

/** Media first, then the database in one transaction: an interrupted restore is run again. */
export async function restoreBackup(
  { databaseUrl, storage }: Place,
  backup: Backup,
  { endSessions, onProgress }: Options,
): Promise<Restored> {
  await assertEmptyDatabase(databaseUrl);
  await assertEmptyStorage(storage, [backup]);
  const files = await restoreMedia(storage, newestOf([backup]), onProgress);
  onProgress('Loading the database …');
  let repaired: Repaired | undefined;
  await loadDatabase(databaseUrl, backup, {
    async repair(client) {
      await listRestored(client, keysOf(backup));
      repaired = await repairMissing(client);
      if (endSessions) await client.query('delete from access_token');
    },
  });
  const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return { files, rows, ...repaired! };
}

export interface RecoveredPlace {
  /** Starts the recovered database. */
  withDatabase<T>(work: (url: string) => Promise<T>): Promise<T>;
  storage: Storage;
  root: string;
  walArchive: string;
}

/** The embedded database as of a point in time, with the media of all backups up to the first one after it. */
export async function recoverSite(
  { withDatabase, storage, root, walArchive }: RecoveredPlace,
  place: string,
  { until, endSessions, onProgress }: Options & { until: Date | undefined },
): Promise<Repaired & { files: number }> {
  const base = await baseFor(place, until);
  const backups = await backupsWithMedia(place, until);
  await assertEmptyStorage(storage, backups);
  for (const backup of backups) await assertIntact(backup);
  onProgress(`Recovering the database from the backup of ${base.manifest.taken_at} …`);
  await recoverFrom(base, { root, walArchive, until });
  const files = await restoreMedia(storage, newestOf(backups), onProgress);
  return withDatabase(async (url) => {
    const repaired = await withClient(url, async (client) => {
      await client.query('begin');
      await listRestored(client, keysOf(...backups));
      const done = await repairMissing(client);
      if (endSessions) await client.query('delete from access_token');
      await client.query('commit');
      return done;
    });
    await migrate(url);
    return { files, ...repaired };
  });
}

/** The newest first: its content of a key counts. */
async function backupsWithMedia(place: string, until: Date | undefined): Promise<Backup[]> {
  const found: Backup[] = [];
  for (const name of await backupNames(place)) {
    found.unshift(await readBackup(join(place, name)));
    if (until && new Date(found[0]!.manifest.taken_at) > until) break;
  }
  return found;
}

async function* keysOf(...backups: Backup[]) {
  for (const backup of backups) for await (const { key } of mediaOf(backup)) yield key;
}

/** What an interrupted restore left may stay. */
async function assertEmptyStorage(storage: Storage, backups: Backup[]): Promise<void> {
  const ours = new Set<string>();
  for await (const key of keysOf(...backups)) ours.add(key);
  for await (const { key } of storage.list()) {
    if (!ours.has(key)) throw new BackupFailure(`The media are not empty: ${key} is there. Nothing was restored.`);
  }
}

interface Source {
  backup: Backup;
  file: MediaFile;
}

/** Each key once. */
async function* newestOf(newestFirst: Backup[]): AsyncGenerator<Source> {
  const seen = new Set<string>();
  for (const backup of newestFirst) {
    for await (const file of mediaOf(backup)) {
      if (seen.has(file.key)) continue;
      if (newestFirst.length > 1) seen.add(file.key);
      yield { backup, file };
    }
  }
}

async function restoreMedia(
  storage: Storage,
  sources: AsyncIterable<Source>,
  onProgress: Options['onProgress'],
): Promise<number> {
  let files = 0;
  const restore = async ({ backup, file }: Source) => {
    if ((await storage.size(file.key)) !== file.size) await putVerified(storage, backup, file);
    if (++files % progressEvery === 0) onProgress(`${files} files …`);
  };
  for await (const group of inGroups(sources)) await Promise.all(group.map(restore));
  return files;
}

async function putVerified(storage: Storage, backup: Backup, file: MediaFile): Promise<void> {
  const stored = await storage.put(file.key, verified(pathOf(backup, file), file));
  if (stored.sha256 !== file.sha256) throw new BackupFailure(`${file.key} differs from what was written.`);
}
