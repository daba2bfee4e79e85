import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { copyBase, recoverPostgres } from '#backend/db/embedded/index';
import { BackupFailure } from './failure';
import { backupNames, readBackup, type Backup, type Manifest, type Part } from './manifest';
import { readLines, verified, writeLines, writePart } from './parts';

/** Beside the rows, where the write-ahead log is archived: from these files a recovery begins. */
export async function dumpBase(client: pg.Client, folder: string): Promise<NonNullable<Manifest['base']>> {
  await client.query("set statement_timeout = '1h'"); // it waits for the archive
  const files: Part[] = [];
  const { folders, firstSegment } = await copyBase(client, async (path, content) => {
    files.push(await writePart(folder, join('base', path), content));
  });
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const lines = async function* () {
    for (const file of files) yield JSON.stringify(file);
  };
  const list = await writeLines(folder, 'base.jsonl.gz', lines());
  return { ...list, folders, first_segment: firstSegment, ended_at: rows[0]!.now.toISOString() };
}

/** @throws BackupFailure if none is older than `until` */
export async function baseFor(place: string, until: Date | undefined): Promise<Backup> {
  for (const name of (await backupNames(place)).reverse()) {
    const backup = await readBackup(join(place, name));
    const { base } = backup.manifest;
    if (base && (!until || new Date(base.ended_at) <= until)) return backup;
  }
  const when = until ? ` that ended before ${until.toISOString()}` : '';
  throw new BackupFailure(`${place} has no backup${when} with the files of a database. They need WAL_ARCHIVE_DIR.`);
}

interface Recovery {
  root: string;
  walArchive: string;
  until: Date | undefined;
}

export async function recoverFrom({ folder, manifest }: Backup, recovery: Recovery): Promise<void> {
  const base = manifest.base!;
  await recoverPostgres({
    ...recovery,
    async fill(target) {
      for (const path of base.folders) await mkdir(join(target, path), { recursive: true, mode: 0o700 });
      for await (const line of readLines(folder, base)) {
        const file = JSON.parse(line) as Part;
        await writePart(target, file.file.replace(/^base\//, ''), verified(join(folder, file.file), file));
      }
    },
  });
}

/** A segment's position, whatever its timeline. */
const positionOf = (segment: string) => segment.slice(8, 24);

/** Segments that no remaining backup of `place` needs. */
export async function removeOldLog(place: string, walArchive: string): Promise<number> {
  const starts: string[] = [];
  for (const name of await backupNames(place)) {
    const { base } = (await readBackup(join(place, name))).manifest;
    if (base) starts.push(positionOf(base.first_segment));
  }
  const first = starts.sort()[0];
  if (first === undefined) return 0;
  const old = (await readdir(walArchive)).filter((name) => /^[0-9A-F]{24}/.test(name) && positionOf(name) < first);
  for (const name of old) await rm(join(walArchive, name), { force: true });
  return old.length;
}
