import type { AppContext } from '#backend/domain/context';
import { AppError, orThrowNotFound } from '#backend/domain/app-error';
import { markArrived } from './arrived';

interface Incoming {
  fileKey: string;
  body: AsyncIterable<Uint8Array>;
  maxBytes: number;
}

export async function receiveUpload(deps: AppContext, { fileKey, body, maxBytes }: Incoming): Promise<void> {
  const { db, storage } = deps;
  const material = orThrowNotFound(
    await db.selectFrom('material').select(['id', 'status']).where('file_key', '=', fileKey).executeTakeFirst(),
  );
  if (material.status !== 'uploading') {
    throw new AppError('conflict', {
      message: 'This file was already sent. Request a new upload link to send another.',
    });
  }
  const stored = await storage.put(fileKey, body, { maxBytes });
  if (await markArrived(deps, { fileKey, ...stored })) return;
  const stillWanted = await db.selectFrom('material').select('id').where('id', '=', material.id).executeTakeFirst();
  if (stillWanted) throw new AppError('conflict');
  await storage.remove(fileKey);
  throw new AppError('not_found');
}
