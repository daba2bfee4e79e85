import type { Selectable, Transaction } from 'kysely';
import type { Database, FacePhotoTable } from '#backend/db/types';
import { orThrowNotFound } from '#backend/domain/app-error';

/** Serialises changes of a face's photos. @throws AppError `not_found` */
export async function lockPhoto(
  trx: Transaction<Database>,
  accountId: string,
  photoId: string,
): Promise<Selectable<FacePhotoTable>> {
  const own = trx.selectFrom('face_photo').where('id', '=', photoId).where('account_id', '=', accountId);
  const face = await trx
    .selectFrom('face')
    .select('id')
    .where('id', 'in', own.select('face_id'))
    .where('deletion_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  orThrowNotFound(face);
  return orThrowNotFound(await own.selectAll().executeTakeFirst());
}
