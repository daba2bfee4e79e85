import type { AppContext } from '#backend/domain/context';
import { orThrowNotFound } from '#backend/domain/app-error';
import { markArrived } from './arrived';

type Needs = Pick<AppContext, 'db' | 'storage' | 'jobs'>;

/** How the file of a material stands whose pieces are coming in. */
export async function uploadState({ db }: Needs, fileKey: string) {
  const material = await db
    .selectFrom('material')
    .select(['id', 'status', 'size'])
    .where('file_key', '=', fileKey)
    .executeTakeFirst();
  return orThrowNotFound(material);
}

/** Keeps the length that a resumable upload declared: only that much counts towards the quota from then on. */
export async function recordLength({ db }: Needs, fileKey: string, bytes: number): Promise<void> {
  await db
    .updateTable('material')
    .set({ granted_bytes: bytes })
    .where('file_key', '=', fileKey)
    .where('status', '=', 'uploading')
    .execute();
}

/**
 * All pieces are there: makes them the material's file, and acknowledges it only once it is durable. Asked twice, also
 * at once, it is done once.
 */
export async function completeUpload(deps: Needs, fileKey: string): Promise<void> {
  const file = await deps.storage.resumable.finish(fileKey);
  if (await markArrived(deps, { fileKey, ...file })) return;
  const { db, storage } = deps;
  const material = await db.selectFrom('material').select('id').where('file_key', '=', fileKey).executeTakeFirst();
  // Deleted while it came in: nothing may stay of it.
  if (!material) await storage.remove(fileKey);
}
