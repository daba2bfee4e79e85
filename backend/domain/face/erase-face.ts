import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import { dropPreviews } from './drop-previews';
import { filesOfFacePhoto } from './photo-files';

/** The caller has locked the face. Returns the files, for removal after the transaction. */
export async function eraseFace(trx: Transaction<Database>, accountId: string, faceId: string): Promise<string[]> {
  const photos = await trx
    .deleteFrom('face_photo')
    .where('face_id', '=', faceId)
    .where('account_id', '=', accountId)
    .returning(['file_key', 'thumb_key', 'people'])
    .execute();
  await trx.deleteFrom('face').where('id', '=', faceId).where('account_id', '=', accountId).execute();
  return [...photos.flatMap(filesOfFacePhoto), ...(await dropPreviews(trx, accountId, faceId))];
}
