import type { Deps } from '../context';
import { AppError, found } from '../app-error';

interface Incoming {
  fileKey: string;
  body: AsyncIterable<Uint8Array>;
  maxBytes: number;
}

/** Stores the file of a material that was opened for it, and acknowledges it only once it is durable. */
export async function receiveUpload({ db, storage }: Deps, { fileKey, body, maxBytes }: Incoming): Promise<void> {
  const material = found(
    await db.selectFrom('material').select(['id', 'status']).where('file_key', '=', fileKey).executeTakeFirst(),
  );
  if (material.status !== 'uploading') {
    throw new AppError('conflict', {
      message: 'This file has been sent already. Ask for a new address to send another.',
    });
  }
  const { size, sha256 } = await storage.put(fileKey, body, { maxBytes });
  const { numUpdatedRows } = await db
    .updateTable('material')
    .set({ status: 'probing', size, sha256 })
    .where('id', '=', material.id)
    .where('status', '=', 'uploading')
    .executeTakeFirst();
  const stillWanted = await db.selectFrom('material').select('id').where('id', '=', material.id).executeTakeFirst();
  if (!stillWanted) {
    await storage.remove(fileKey);
    throw new AppError('not_found');
  }
  if (numUpdatedRows === 0n) throw new AppError('conflict');
}
