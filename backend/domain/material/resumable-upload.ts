import type { AppContext } from '#backend/domain/context';
import { orThrowNotFound } from '#backend/domain/app-error';
import { markArrived } from './arrived';

type UploadContext = Pick<AppContext, 'db' | 'storage' | 'jobs'>;

export async function uploadState({ db }: UploadContext, fileKey: string) {
  const material = await db
    .selectFrom('material')
    .select(['id', 'status', 'size'])
    .where('file_key', '=', fileKey)
    .executeTakeFirst();
  return orThrowNotFound(material);
}

/** From then on the quota counts only this length. */
export async function recordLength({ db }: UploadContext, fileKey: string, bytes: number): Promise<void> {
  await db
    .updateTable('material')
    .set({ granted_bytes: bytes })
    .where('file_key', '=', fileKey)
    .where('status', '=', 'uploading')
    .execute();
}

/** Acknowledges once the file is durable. Idempotent. */
export async function completeUpload(deps: UploadContext, fileKey: string): Promise<void> {
  const file = await deps.storage.resumable.finish(fileKey);
  if (await markArrived(deps, { fileKey, ...file })) return;
  const { db, storage } = deps;
  const material = await db.selectFrom('material').select('id').where('file_key', '=', fileKey).executeTakeFirst();
  if (!material) await storage.remove(fileKey);
}
