import type { Transaction } from 'kysely';
import { rules, type Output, type Parsed } from '#contract';
import type { Db } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { AppError, orThrowNotFound } from '#backend/domain/app-error';
import type { IdempotentContext, UserContext } from '#backend/domain/context';
import { removeFilesLater } from '#backend/domain/remove-files';
import { dropPreviews } from './drop-previews';
import { receivePhoto } from './receive-photo';

const full = `A face has at most ${rules.facePhotosMax} photos. Delete one that shows the person less well, then add this one.`;

export async function addPhoto(
  deps: UserContext & IdempotentContext,
  { photo, face_id }: Pick<Parsed<'upload_face_photo'>, 'photo' | 'face_id'>,
): Promise<Output<'upload_face_photo'>> {
  await assertRoom(deps.db, deps.accountId, face_id);
  const faceOf = async (trx: Transaction<Database>) => {
    const face = trx.selectFrom('face').select('id').where('id', '=', face_id).where('account_id', '=', deps.accountId);
    await face.forUpdate().execute();
    await assertRoom(trx, deps.accountId, face_id);
    const keys = await dropPreviews(trx, deps.accountId, face_id);
    await removeFilesLater(deps, trx, keys);
    return face_id;
  };
  return receivePhoto(deps, { photo, faceId: face_id, faceOf });
}

/** @throws AppError `not_found`, `quota_exceeded` */
async function assertRoom(db: Db, accountId: string, faceId: string): Promise<void> {
  const face = await db
    .selectFrom('face')
    .select((eb) => [
      'id',
      eb
        .selectFrom('face_photo')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('face_photo.face_id', '=', 'face.id')
        .as('photos'),
    ])
    .where('id', '=', faceId)
    .where('account_id', '=', accountId)
    .where('deletion_id', 'is', null)
    .executeTakeFirst();
  if (orThrowNotFound(face).photos! >= rules.facePhotosMax) throw new AppError('quota_exceeded', { message: full });
}
