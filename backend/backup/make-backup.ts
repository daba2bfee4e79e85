import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { isOutOfSpace, type Storage } from '#backend/providers/storage/port';
import { syncFolder } from '#backend/providers/storage/sync-folder';
import { copyMedia, mediaOf, objectOf } from './copy-media';
import { dumpDatabase } from './dump-database';
import { BackupFailure } from './failure';
import { backupNames, manifestName, nameOf, readBackup, type Manifest } from './manifest';
import { writePart } from './parts';
import { dumpBase, removeOldLog } from './physical';
import { preparePlace } from './place';
import { copySecrets } from './secrets';
import { withClient } from './tables';

export interface Site {
  databaseUrl: string;
  storage: Storage;
  dataDirectory: string;
  environment: Record<string, string | undefined>;
  /** Of the embedded database. */
  walArchive?: string | undefined;
}

export interface MadeBackup {
  folder: string;
  manifest: Manifest;
  copied: { files: number; bytes: number };
  /** Older backups that were removed. */
  removed: string[];
}

interface Options {
  /** Of backups; the oldest are removed. */
  keep?: number | undefined;
  onProgress(text: string): void;
}

/** Any number that nothing else uses. */
const lock = 7_405_234;
const progressEvery = 1_000;

/** Of a running site. The database's snapshot first, then the media: see copy-media.ts. */
export async function makeBackup(site: Site, place: string, { keep, onProgress }: Options): Promise<MadeBackup> {
  preparePlace(place, site.dataDirectory);
  return withClient(site.databaseUrl, async (client) => {
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [lock]);
    if (!rows[0]!.isFree) throw new BackupFailure('Another backup of this site is running.');
    await removeDrafts(place);
    const draft = join(place, `.partial-${process.pid}`);
    return writeBackup(client, site, { place, draft, keep, onProgress }).catch(async (cause: Error) => {
      await rm(draft, { recursive: true, force: true });
      if (!isOutOfSpace(cause)) throw cause;
      throw new BackupFailure(`The disk of ${place} is full. Free some space, or give another folder.`, { cause });
    });
  });
}

async function writeBackup(
  client: pg.Client,
  site: Site,
  { place, draft, keep, onProgress }: Options & { place: string; draft: string },
): Promise<MadeBackup> {
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const database = await dumpDatabase(client, draft);
  onProgress(`${database.tables.reduce((sum, { rows: count }) => sum + count, 0)} rows …`);
  const base = site.walArchive ? await dumpBase(client, draft) : undefined;
  const secrets = await copySecrets(site.dataDirectory, site.environment, draft);
  let files = 0;
  const onFile = () => {
    if (++files % progressEvery === 0) onProgress(`${files} files …`);
  };
  const { media, copied } = await copyMedia(site.storage, { place, folder: draft, onFile });
  const manifest: Manifest = { format: 1, ...database, media, ...secrets, ...(base ? { base } : {}) };
  await writePart(draft, manifestName, [Buffer.from(JSON.stringify(manifest, null, 2))]);
  const folder = join(place, nameOf(new Date(manifest.taken_at)));
  await rename(draft, folder);
  await syncFolder(place);
  const removed = keep === undefined ? [] : await removeOld(place, keep, basename(folder));
  if (site.walArchive && keep !== undefined) await removeOldLog(place, site.walArchive);
  return { folder, manifest, copied, removed };
}

async function removeDrafts(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    if (name.startsWith('.partial-')) await rm(join(place, name), { recursive: true, force: true });
  }
  await rm(join(place, 'objects', 'incoming'), { recursive: true, force: true });
}

/** With the contents that no other backup has. The one just made stays: with the clock set back, it has not the last name. */
async function removeOld(place: string, keep: number, made: string): Promise<string[]> {
  const names = (await backupNames(place)).filter((name) => name !== made);
  const old = names.slice(0, Math.max(0, names.length - (keep - 1)));
  if (old.length === 0) return [];
  const used = new Set<string>();
  for (const name of [...names.slice(old.length), made]) {
    for await (const { sha256 } of mediaOf(await readBackup(join(place, name)))) used.add(objectOf(sha256));
  }
  for (const name of old) await rm(join(place, name), { recursive: true });
  for (const shelf of await readdir(join(place, 'objects')).catch(() => [])) {
    for (const object of await readdir(join(place, 'objects', shelf))) {
      if (!used.has(join('objects', shelf, object))) await rm(join(place, 'objects', shelf, object), { force: true });
    }
  }
  return old;
}
