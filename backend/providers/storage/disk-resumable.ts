import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '@tus/file-store';
import type { DiskReserve } from './disk-reserve';
import { ReservingFileStore } from './reserving-file-store';
import type { ResumableUploads, Storage } from './port';

interface Options {
  folder: string;
  put: Storage['put'];
  reserve: DiskReserve;
}

export function diskResumable({
  folder,
  put,
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
    async finish(key, to) {
      const incoming = await open(filesOf(key)[0]!).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      if (!incoming) return null;
      try {
        return await put(to, incoming.createReadStream({ autoClose: false }));
      } finally {
        await incoming.close();
      }
    },
  };
}
