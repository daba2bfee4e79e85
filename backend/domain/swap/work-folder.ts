import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { AppContext } from '#backend/domain/context';

const PREFIX = 'faceswap-task-';

/** Where a task's finished work waits for the rest: the same for every worker of a machine, and for every attempt. */
export const workFolderOf = (taskId: string): string => join(tmpdir(), PREFIX + taskId);

export async function removeWorkFolder(taskId: string): Promise<void> {
  await rm(workFolderOf(taskId), { recursive: true, force: true });
}

/** Drops what tasks left here that have ended elsewhere, or without a worker. What is of no task we know is not ours. */
export async function removeEndedWorkFolders({ db }: Pick<AppContext, 'db'>): Promise<void> {
  const names = await readdir(tmpdir());
  const ids = names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
  if (ids.length === 0) return;
  const ended = await db
    .selectFrom('task')
    .select('id')
    .where(sql<string>`id::text`, 'in', ids)
    .where('status', 'not in', ['queued', 'running'])
    .execute();
  for (const { id } of ended) await removeWorkFolder(id);
}
