import type { Face } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { removeFilesLater } from '#backend/domain/remove-files';
import { assertMayChangeFaces } from './assert-may-change-faces';
import { dropPreviews } from './drop-previews';
import { lockPhoto } from './lock-photo';
import { ownFace } from './present';

/** Deletes earlier previews, which show another person. */
export async function choosePerson(
  deps: UserContext,
  { photo_id, person }: { photo_id: string; person: string },
): Promise<Face> {
  await assertMayChangeFaces(deps);
  return inTransaction(deps.db, async (trx) => {
    const photo = await lockPhoto(trx, deps.accountId, photo_id);
    const chosen = photo.people?.find((one) => one.person === person);
    if (!chosen) {
      const message = 'This photo does not show that person. Choose one of the people it shows.';
      throw new AppError('invalid_input', { message, fields: { person: message } });
    }
    if (photo.person !== person) {
      await trx
        .updateTable('face_photo')
        .set({ person, thumb_key: chosen.thumb_key })
        .where('id', '=', photo_id)
        .where('account_id', '=', deps.accountId)
        .execute();
      const keys = await dropPreviews(trx, deps.accountId, photo.face_id);
      await removeFilesLater(deps, trx, keys);
    }
    return ownFace({ ...deps, db: trx }, photo.face_id);
  });
}
