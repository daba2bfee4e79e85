import type { AppContext } from '#backend/domain/context';
import { orThrowNotFound } from '#backend/domain/app-error';
import { removeFiles } from '#backend/domain/remove-files';
import { markArrived } from './arrived';
import { assertNotEmpty } from './empty-file';
import { idOfLinkKey, keyOfRequest } from './upload-keys';

type UploadContext = Pick<AppContext, 'db' | 'storage' | 'jobs'>;

export async function uploadState({ db }: UploadContext, linkKey: string) {
  const material = await db
    .selectFrom('material')
    .select(['id', 'status', 'size', 'granted_bytes'])
    .where('id', '=', idOfLinkKey(linkKey))
    .executeTakeFirst();
  return orThrowNotFound(material);
}

/** From then on the quota counts only this length; false if it counts less already. */
export async function recordLength({ db }: UploadContext, linkKey: string, bytes: number): Promise<boolean> {
  assertNotEmpty(bytes);
  const { numUpdatedRows } = await db
    .updateTable('material')
    .set({ granted_bytes: bytes })
    .where('id', '=', idOfLinkKey(linkKey))
    .where('status', '=', 'uploading')
    .where('granted_bytes', '>=', bytes)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of an upload that its sender has cancelled: the quota counts it no longer. */
export async function dropUpload({ db }: UploadContext, linkKey: string): Promise<void> {
  await db.deleteFrom('material').where('id', '=', idOfLinkKey(linkKey)).where('status', '=', 'uploading').execute();
}

const completing = new Map<string, Promise<void>>();

/** Acknowledges once the file is durable. Idempotent: a client that waits too long asks again. */
export function completeUpload(deps: UploadContext, linkKey: string): Promise<void> {
  const running = completing.get(linkKey) ?? complete(deps, linkKey).finally(() => completing.delete(linkKey));
  completing.set(linkKey, running);
  return running;
}

async function complete(deps: UploadContext, linkKey: string): Promise<void> {
  const id = idOfLinkKey(linkKey);
  const fileKey = keyOfRequest(linkKey);
  const stored = await deps.storage.resumable.finish(linkKey, fileKey);
  if (stored) {
    const isFirst = await markArrived(deps, { id, fileKey, ...stored });
    return removeFiles(deps, isFirst ? [linkKey] : [linkKey, fileKey]);
  }
  // Another process was faster, or the upload was deleted.
  const material = await deps.db.selectFrom('material').select('status').where('id', '=', id).executeTakeFirst();
  if (material?.status === 'uploading') throw new Error(`${linkKey} was removed while its upload was completed.`);
}
