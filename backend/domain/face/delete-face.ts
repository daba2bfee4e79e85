import { inTransaction } from '#backend/db/connect';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { dropPreviews } from './drop-previews';
import { filesOfFacePhoto } from './photo-files';

export async function deleteFace(
  { db, storage, accountId }: UserContext,
  { face_id }: { face_id: string },
): Promise<void> {
  const keys = await inTransaction(db, async (trx) => {
    const locked = await trx
      .selectFrom('face')
      .select('id')
      .where('id', '=', face_id)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    orThrowNotFound(locked);
    const photos = await trx
      .deleteFrom('face_photo')
      .where('face_id', '=', face_id)
      .where('account_id', '=', accountId)
      .returning(['file_key', 'thumb_key', 'people'])
      .execute();
    await trx.deleteFrom('face').where('id', '=', face_id).where('account_id', '=', accountId).execute();
    return [...photos.flatMap(filesOfFacePhoto), ...(await dropPreviews(trx, accountId, face_id))];
  });
  await storage.remove(...keys);
}
