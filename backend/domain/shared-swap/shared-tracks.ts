import type { WorkerContext } from '#backend/domain/context';

/** Of an earlier owner, perhaps on another machine: its successor skips tracking. */
export async function withSharedTracks<T>(
  { db, storage }: Pick<WorkerContext, 'db' | 'storage'>,
  taskId: string,
  work: (tracks?: string) => Promise<T>,
): Promise<T> {
  const shared = await db
    .selectFrom('shared_swap')
    .select('tracks_key')
    .where('task_id', '=', taskId)
    .executeTakeFirst();
  const isThere = shared && (await storage.size(shared.tracks_key)) !== null;
  return isThere ? storage.withLocalFile(shared.tracks_key, work) : work();
}
