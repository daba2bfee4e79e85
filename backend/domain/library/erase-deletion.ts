import type { Transaction } from 'kysely';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import { eraseFace } from '#backend/domain/face/erase-face';
import { filesOf } from '#backend/domain/material/files';
import { usedBySwaps } from '#backend/domain/material/in-use';
import { dropExports } from '#backend/domain/task/drop-exports';
import { lockOpenTasks } from '#backend/domain/lock-open-tasks';
import { filesOfTask, taskFileColumns } from '#backend/domain/task/files';
import { removeFilesLater } from '#backend/domain/remove-files';

/** No-op after an undo. */
export async function eraseDeletion(
  deps: Pick<AppContext, 'db' | 'jobs'>,
  { deletion_id }: { deletion_id: string },
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const deletion = await trx
      .selectFrom('deletion')
      .select('kind')
      .where('id', '=', deletion_id)
      .forUpdate()
      .executeTakeFirst();
    if (!deletion) return;
    const { keys, isComplete } = await erasers[deletion.kind](trx, deletion_id);
    if (isComplete) await trx.deleteFrom('deletion').where('id', '=', deletion_id).execute();
    await removeFilesLater(deps, trx, keys);
  });
}

interface Erased {
  keys: string[];
  isComplete: boolean;
}

async function eraseCreations(trx: Transaction<Database>, deletionId: string): Promise<Erased> {
  const rows = await trx
    .selectFrom('creation')
    .select(['id', 'task_id', 'result_key', 'poster_key'])
    .where('deletion_id', '=', deletionId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const exported = await dropExports(trx, { creations: rows.map(({ id }) => id) });
  await trx.deleteFrom('creation').where('deletion_id', '=', deletionId).execute();
  const tasks = rows.map(({ task_id }) => task_id);
  if (tasks.length > 0) await trx.deleteFrom('task').where('id', 'in', tasks).execute();
  const own = rows.flatMap(({ result_key, poster_key }) => [result_key, poster_key]).filter((key) => key !== null);
  return { keys: [...exported, ...own], isComplete: true };
}

/** Leaves an upload for which a swap was ordered before the erasure; the sweep erases it after the swap. */
async function eraseMaterials(trx: Transaction<Database>, deletionId: string): Promise<Erased> {
  const uploads = await trx.selectFrom('material').select('id').where('deletion_id', '=', deletionId).execute();
  await lockOpenTasks(
    trx,
    'material_id',
    uploads.map(({ id }) => id),
  );
  const rows = await trx
    .selectFrom('material')
    .select(['id', 'file_key', 'thumb_key', 'filmstrip_key', 'playable_key'])
    .where('deletion_id', '=', deletionId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const used = await usedBySwaps(
    trx,
    rows.map(({ id }) => id),
  );
  const ids = rows.map(({ id }) => id).filter((id) => !used.has(id));
  if (ids.length === 0) return { keys: [], isComplete: used.size === 0 };
  const made = await trx
    .deleteFrom('task')
    .where('material_id', 'in', ids)
    .where('kind', '!=', 'swap')
    .returning(taskFileColumns)
    .execute();
  const exported = await dropExports(trx, { originals: ids });
  await trx.deleteFrom('material').where('id', 'in', ids).execute();
  const files = rows.filter(({ id }) => ids.includes(id)).flatMap(filesOf);
  return { keys: [...files, ...exported, ...made.flatMap(filesOfTask)], isComplete: used.size === 0 };
}

async function eraseFaces(trx: Transaction<Database>, deletionId: string): Promise<Erased> {
  const rows = await trx
    .selectFrom('face')
    .select(['id', 'account_id'])
    .where('deletion_id', '=', deletionId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const keys: string[] = [];
  for (const { id, account_id } of rows) keys.push(...(await eraseFace(trx, account_id, id)));
  return { keys, isComplete: true };
}

const erasers = { creation: eraseCreations, material: eraseMaterials, face: eraseFaces };
