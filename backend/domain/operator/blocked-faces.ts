import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { inTransaction } from '#backend/db/connect';
import type { Db } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import { maxBlockedFaces } from '#backend/domain/blocked-face/blocked-faces';
import { isUuid } from '#backend/domain/uuid';
import { recordAct, type OperatorContext } from './context';
import { requireMessage } from './messages';

interface Act {
  id: string;
  reason: string;
}

/** One row for each picture of a message of the contact form; a worker reads them. @throws AppError */
export async function blockFacesOf(deps: OperatorContext, { id, reason }: Act): Promise<string[]> {
  const { email, pictures } = await requireMessage(deps.db, id);
  if (pictures.length === 0)
    throw new AppError('conflict', { message: 'This message has no picture. Ask for a clear photo of the face.' });
  return inTransaction(deps.db, async (trx) => {
    const { count } = await trx
      .selectFrom('blocked_face')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count + pictures.length > maxBlockedFaces)
      throw new AppError('conflict', { message: `The list is full: it holds ${maxBlockedFaces} faces.` });
    const ids = [];
    for (const file_key of pictures) {
      const blocked_face_id = uuidv7();
      await trx.insertInto('blocked_face').values({ id: blocked_face_id, email }).execute();
      await deps.jobs.add(trx, 'block_face', { blocked_face_id, file_key });
      ids.push(blocked_face_id);
    }
    await recordAct(deps, 'face_blocked', { detail: `${ids.join(' ')}: ${reason}` }, trx);
    return ids;
  });
}

/** The person is notified once none of their photos counts. One that could not be read never did. */
export async function unblockFace(deps: OperatorContext, { id, reason }: Act): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const removed = isUuid(id)
      ? await trx.deleteFrom('blocked_face').where('id', '=', id).returning(['email', 'failure']).executeTakeFirst()
      : undefined;
    if (!removed) throw new AppError('not_found', { message: `Blocked face ${id} does not exist.` });
    await recordAct(deps, 'face_unblocked', { detail: `${id}: ${reason}` }, trx);
    const { email, failure } = removed;
    if (failure === null && !(await hasListedFace(trx, email)))
      await deps.jobs.add(trx, 'send_mail', { mail: 'face_unblocked', email });
  });
}

async function hasListedFace(db: Db, email: string): Promise<boolean> {
  const listed = db.selectFrom('blocked_face').select('id').where('failure', 'is', null);
  const row = await listed.where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst();
  return row !== undefined;
}

export const listBlockedFaces = (db: Db, { limit }: { limit: number }) =>
  db
    .selectFrom('blocked_face')
    .select(['id', 'email', 'failure', 'created_at'])
    .select((eb) => eb('identity', 'is not', null).as('is_blocked'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
