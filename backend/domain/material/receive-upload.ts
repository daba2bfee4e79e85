import type { AppContext } from '#backend/domain/context';
import { AppError, orThrowNotFound } from '#backend/domain/app-error';
import { removeFiles } from '#backend/domain/remove-files';
import { markArrived } from './arrived';
import { nonEmpty } from './empty-file';
import { idOfLinkKey, keyOfRequest } from './upload-keys';

interface Incoming {
  linkKey: string;
  body: AsyncIterable<Uint8Array>;
  maxBytes: number;
}

export async function receiveUpload(deps: AppContext, { linkKey, body, maxBytes }: Incoming): Promise<void> {
  const { db, storage } = deps;
  const id = idOfLinkKey(linkKey);
  const { status } = orThrowNotFound(
    await db.selectFrom('material').select('status').where('id', '=', id).executeTakeFirst(),
  );
  if (status !== 'uploading') {
    throw new AppError('conflict', {
      message: 'This file was already sent. Request a new upload link to send another.',
    });
  }
  const fileKey = keyOfRequest(linkKey);
  const stored = await storage.put(fileKey, nonEmpty(body), { maxBytes });
  if (await markArrived(deps, { id, fileKey, ...stored })) return;
  await removeFiles(deps, [fileKey]);
  const stillWanted = await db.selectFrom('material').select('id').where('id', '=', id).executeTakeFirst();
  throw new AppError(stillWanted ? 'conflict' : 'not_found');
}
