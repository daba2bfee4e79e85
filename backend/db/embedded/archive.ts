import { chownSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasCluster } from './cluster';
import { PostgresUnavailable } from './errors';
import { type Home } from './home';
import { makeFolder } from './make-folder';

/** Seconds after which a segment is archived although it is not full: what a lost disk costs at most. */
const ARCHIVE_TIMEOUT = 60;

/** A library of PostgreSQL copies each segment durably: no shell command, and so no quoting. */
export const archiveSettings = (folder: string): Record<string, string> => ({
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': folder,
  archive_timeout: String(ARCHIVE_TIMEOUT),
});

/** Recovery knows shell commands only. `%f` and `%p` are PostgreSQL's. */
export function restoreCommand(folder: string): string {
  const quoted = join(folder, 'x').slice(0, -1).replaceAll('%', '%%').replaceAll("'", `'\\''`);
  return `cp '${quoted}'%f %p`;
}

const segmentName = /^[0-9A-F]{24}$/;

/**
 * A new database numbers its segments from the first again, and `basic_archive` never overwrites one of another content.
 * @throws PostgresUnavailable
 */
export function prepareArchive(folder: string, { data, account }: Home): void {
  try {
    if (existsSync(folder)) {
      const isOfAnother = !hasCluster(data) && readdirSync(folder).some((name) => segmentName.test(name));
      if (isOfAnother) throw new Error('it holds the log of another database. Name an empty folder');
      return;
    }
    makeFolder(folder, 0o700);
    if (account) chownSync(folder, account.uid, account.gid);
  } catch (cause) {
    throw new PostgresUnavailable(`WAL_ARCHIVE_DIR (${folder}) cannot be used: ${(cause as Error).message}`, { cause });
  }
}
