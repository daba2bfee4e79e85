import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** As a recursive mkdir, which never returns in /proc. Folders that exist keep their mode. */
export function makeFolder(path: string, mode: number): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
