import type { AppContext } from '#backend/domain/context';

/** After the last attempt of a job that finds a worker at once. */
const overdueMs = 3_600_000;

const failure = 'No worker could read the photo within an hour. Block the face again.';

/** Their job has failed, or its workers were killed. One that still runs replaces the failure. */
export async function reportUnreadFaces({ db, now, log }: Pick<AppContext, 'db' | 'now' | 'log'>): Promise<void> {
  const unread = await db
    .updateTable('blocked_face')
    .set({ failure })
    .where('identity', 'is', null)
    .where('failure', 'is', null)
    .where('created_at', '<', new Date(now().getTime() - overdueMs))
    .returning('id')
    .execute();
  if (unread.length > 0) log.error({ blockedFaces: unread.map(({ id }) => id) }, 'blocked_face_unread');
}
