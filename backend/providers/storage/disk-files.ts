import { mkdir, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from './sync-folder';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';
/** An attempt takes microseconds; a handful can all lose against a busy removal. */
const maxAttempts = 100;

/** Durably. The target folder may be removed between its creation and the move. */
export async function moveDurably(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(dirname(to), { recursive: true });
      await rename(from, to);
      await syncFolder(dirname(to));
      return;
    } catch (error) {
      const isThere = codeOf(error) === 'ENOENT' && (await exists(from));
      if (!isThere || attempt === maxAttempts) throw error;
    }
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

export async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error))) throw error;
  });
}

interface FoundFile {
  path: string;
  changed: Date;
}

export async function* filesBelow(folder: string, emptyBefore: Date): AsyncGenerator<FoundFile> {
  for await (const entry of await opendir(folder).catch(ifMissing([]))) {
    if (entry.name === 'lost+found') continue; // of a disk that is mounted here; only root may open it
    const path = join(folder, entry.name);
    const facts = await stat(path).catch(ifMissing(undefined));
    if (facts?.isFile()) yield { path, changed: facts.mtime };
    if (!facts?.isDirectory()) continue;
    yield* filesBelow(path, emptyBefore);
    if (facts.mtime < emptyBefore) await removeIfEmpty(path);
  }
}

export async function removeOlder(folder: string, before: Date, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for await (const { path, changed } of filesBelow(folder, before)) {
    if (signal?.aborted) break;
    if (changed >= before) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}

const ifMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (codeOf(error) !== 'ENOENT') throw error;
    return instead;
  };
