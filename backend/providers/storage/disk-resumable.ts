import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '@tus/file-store';
import { moveDurably } from './disk-files';
import type { DiskReserve } from './disk-reserve';
import { ReservingFileStore } from './reserving-file-store';
import type { ResumableUploads, StoredFile } from './port';

interface Options {
  folder: string;
  pathOf(key: string): string;
  reserve: DiskReserve;
}

async function syncAndHash(path: string): Promise<StoredFile> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    size += chunk.length;
    hash.update(chunk);
  }
  return { size, sha256: hash.digest('hex') };
}

/** Of two completing requests, one moves the file. */
async function ignoreMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

export function diskResumable({
  folder,
  pathOf,
  reserve,
}: Options): ResumableUploads & { filesOf(key: string): string[] } {
  let store: FileStore | undefined;
  const idOf = (key: string) => key.replaceAll('/', '~');
  const filesOf = (key: string) => [join(folder, idOf(key)), join(folder, `${idOf(key)}.json`)];

  return {
    idOf,
    filesOf,
    // Not every process may write its folder.
    get dataStore() {
      if (!store) {
        store = new ReservingFileStore(folder, reserve);
        store.extensions = ['creation', 'termination'];
      }
      return store;
    },
    async finish(key) {
      const [incoming, description] = filesOf(key) as [string, string];
      const stored = await ignoreMissing(syncAndHash(incoming));
      if (!stored) return syncAndHash(pathOf(key));
      await ignoreMissing(moveDurably(incoming, pathOf(key)));
      await rm(description, { force: true });
      return stored;
    },
  };
}
