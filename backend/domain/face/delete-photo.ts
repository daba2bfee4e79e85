import type { Face } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { removeFilesLater } from '#backend/domain/remove-files';
import { assertMayChangeFaces } from './assert-may-change-faces';
import { dropPreviews } from './drop-previews';
import { lockPhoto } from './lock-photo';
import { filesOfFacePhoto } from './photo-files';
import { ownFace } from './present';

const onlyPhoto = 'This is the only photo of the face. Add another one first, or delete the face.';

export async function deletePhoto(deps: UserContext, { photo_id }: { photo_id: string }): Promise<Face> {
  await assertMayChangeFaces(deps);
  return inTransaction(deps.db, async (trx) => {
    const photo = await lockPhoto(trx, deps.accountId, photo_id);
    const photos = trx
      .selectFrom('face_photo')
      .select('id')
      .where('face_id', '=', photo.face_id)
      .where('account_id', '=', deps.accountId);
    if ((await photos.execute()).length === 1) throw new AppError('conflict', { message: onlyPhoto });
    await trx.deleteFrom('face_photo').where('id', '=', photo_id).where('account_id', '=', deps.accountId).execute();
    const keys = [...filesOfFacePhoto(photo), ...(await dropPreviews(trx, deps.accountId, photo.face_id))];
    await removeFilesLater(deps, trx, keys);
    return ownFace({ ...deps, db: trx }, photo.face_id);
  });
}
