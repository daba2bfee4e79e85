import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppContext } from '#backend/domain/context';
import { isUuid } from '#backend/domain/uuid';

const PREFIX = 'faceswap-task-';

/** Shared by all workers of a machine and all attempts. */
export const workFolderOf = (taskId: string): string => join(tmpdir(), PREFIX + taskId);

export async function removeWorkFolder(taskId: string): Promise<void> {
  await rm(workFolderOf(taskId), { recursive: true, force: true });
}

/** Unknown folders may belong to another installation. */
export async function removeEndedWorkFolders({ db }: Pick<AppContext, 'db'>): Promise<void> {
  const names = await readdir(tmpdir());
  const ids = names
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length))
    .filter(isUuid);
  if (ids.length === 0) return;
  const ended = await db
    .selectFrom('task')
    .select('id')
    .where('id', 'in', ids)
    .where('status', 'not in', ['queued', 'running'])
    .execute();
  for (const { id } of ended) await removeWorkFolder(id);
}
