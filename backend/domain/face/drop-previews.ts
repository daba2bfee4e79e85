import { sql } from 'kysely';
import type { Db } from '#backend/db/connect';
import { filesOfTask, taskFileColumns } from '#backend/domain/task/files';

/** Returns their files, for removal after the transaction. */
export async function dropPreviews(db: Db, accountId: string, faceId: string): Promise<string[]> {
  const shows = sql<boolean>`jsonb_path_exists(bindings, '$.*[*] ? (@ == $face)', jsonb_build_object('face', ${faceId}::text))`;
  const dropped = await db
    .deleteFrom('task')
    .where('kind', '=', 'preview')
    .where('account_id', '=', accountId)
    .where(shows)
    .returning(taskFileColumns)
    .execute();
  return dropped.flatMap(filesOfTask);
}
