import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { makeFolder } from '#backend/db/embedded/make-folder';
import { BackupFailure } from './failure';

/** Of DATA_DIR: the site deletes files in them, and their user cannot enter what root makes there. */
const foldersOfSite = ['cache', 'media', 'postgres', 'tmp'];

/** Of backups. Made if it does not exist. @throws BackupFailure */
export function preparePlace(place: string, dataDirectory: string): void {
  const [folder = ''] = relative(realPath(dataDirectory), realPath(place)).split(sep);
  if (foldersOfSite.includes(folder)) {
    throw new BackupFailure(
      `${place} is in ${join(dataDirectory, folder)}, whose files are the site's own. Give a folder outside of DATA_DIR, best on another disk.`,
    );
  }
  try {
    makeFolder(place, 0o700);
    assertOurs(place);
  } catch (cause) {
    if (cause instanceof BackupFailure) throw cause;
    throw new BackupFailure(`${place} cannot be used: ${(cause as Error).message}. Give another folder.`, { cause });
  }
}

/** Also of what does not exist. */
const realPath = (path: string): string =>
  existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path));

/** A backup would replace files of other programs that have the same names as its own. */
function assertOurs(place: string): void {
  const foreign = readdirSync(place).find(
    (name) => !/^(objects|\.partial-\d+|\d{4}-\d\d-\d\dT.*Z|lost\+found)$/.test(name),
  );
  if (foreign === undefined) return;
  throw new BackupFailure(`${place} has other files (${foreign}). Give a new folder, or one with earlier backups.`);
}
