import type { Db } from '#backend/db/connect';
import { filesOfTask, taskFileColumns } from '#backend/domain/task/files';
import { bindsFace } from './binds-face';

/** Returns their files, for removal after the transaction. */
export async function dropPreviews(db: Db, accountId: string, faceId: string): Promise<string[]> {
  const dropped = await db
    .deleteFrom('task')
    .where('kind', '=', 'preview')
    .where('account_id', '=', accountId)
    .where(bindsFace(faceId))
    .returning(taskFileColumns)
    .execute();
  return dropped.flatMap(filesOfTask);
}
