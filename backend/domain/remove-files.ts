import type { Db } from '#backend/db/connect';
import type { AppContext } from '#backend/domain/context';
import { StorageUnavailable } from '#backend/providers/storage/port';

/** A job that fails begins again with all its files. */
const filesPerJob = 1_000;

function* batchesOf(keys: string[]): Generator<string[]> {
  for (let first = 0; first < keys.length; first += filesPerJob) yield keys.slice(first, first + filesPerJob);
}

/** After their rows are gone, or final: while the storage is down, jobs remove them later. */
export async function removeFiles({ db, jobs, storage }: Pick<AppContext, 'db' | 'jobs' | 'storage'>, keys: string[]) {
  for (const batch of batchesOf(keys)) {
    try {
      await storage.remove(...batch);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      await jobs.add(db, 'remove_files', { keys: batch });
    }
  }
}

/** By jobs that appear when the transaction commits. */
export async function removeFilesLater({ jobs }: Pick<AppContext, 'jobs'>, trx: Db, keys: string[]): Promise<void> {
  for (const batch of batchesOf(keys)) await jobs.add(trx, 'remove_files', { keys: batch });
}
