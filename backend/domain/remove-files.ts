import type { AppContext } from '#backend/domain/context';
import { StorageUnavailable } from '#backend/providers/storage/port';

/** After their rows are gone, or final: while the storage is down, a job removes them later. */
export async function removeFiles({ db, jobs, storage }: Pick<AppContext, 'db' | 'jobs' | 'storage'>, keys: string[]) {
  try {
    await storage.remove(...keys);
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    await jobs.add(db, 'remove_files', { keys });
  }
}
