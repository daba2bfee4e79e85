import { sql } from 'kysely';
import { inTransaction, type Db } from '#backend/db/connect';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { filesOfTask } from '#backend/domain/task/files';

export async function deleteFace(
  { db, storage, accountId }: UserContext,
  { face_id }: { face_id: string },
): Promise<void> {
  const keys = await inTransaction(db, async (trx) => {
    const row = await trx
      .deleteFrom('face')
      .where('id', '=', face_id)
      .where('account_id', '=', accountId)
      .returning(['file_key', 'thumb_key'])
      .executeTakeFirst();
    const { file_key, thumb_key } = orThrowNotFound(row);
    return [file_key, thumb_key, ...(await dropPreviews(trx, accountId, face_id))];
  });
  await storage.remove(...keys);
}

async function dropPreviews(db: Db, accountId: string, faceId: string): Promise<string[]> {
  const shows = sql<boolean>`jsonb_path_exists(bindings, '$.*[*] ? (@ == $face)', jsonb_build_object('face', ${faceId}::text))`;
  const dropped = await db
    .deleteFrom('task')
    .where('kind', '=', 'preview')
    .where('account_id', '=', accountId)
    .where(shows)
    .returning(['persons', 'preview_key'])
    .execute();
  return dropped.flatMap(filesOfTask);
}
