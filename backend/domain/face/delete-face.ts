import { found } from '../app-error';
import type { Signed } from '../context';

/** Deletes a face with its files, at once. */
export async function deleteFace({ db, storage, accountId }: Signed, { face_id }: { face_id: string }): Promise<void> {
  const row = await db
    .deleteFrom('face')
    .where('id', '=', face_id)
    .where('account_id', '=', accountId)
    .returning(['file_key', 'thumb_key'])
    .executeTakeFirst();
  const { file_key, thumb_key } = found(row);
  await storage.remove(file_key, thumb_key);
}
