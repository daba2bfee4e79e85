import { uuidv7 } from 'uuidv7';
import { inTransaction } from '#backend/db/connect';
import type { AppContext } from '#backend/domain/context';
import { jobPriority } from '#backend/domain/task/priority';

interface Arrival {
  id: string;
  fileKey: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

/** False if another file came first, or the upload was deleted. */
export function markArrived(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  { id, fileKey, ...file }: Arrival,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const material = await trx
      .updateTable('material')
      .set({ status: 'probing', file_key: fileKey, ...file })
      .where('id', '=', id)
      .where('status', '=', 'uploading')
      .returning(['id', 'account_id'])
      .executeTakeFirst();
    if (!material) return false;
    const priority = await jobPriority(trx, material.account_id);
    const taskId = uuidv7();
    await trx
      .insertInto('task')
      .values({ id: taskId, account_id: material.account_id, kind: 'probe', material_id: material.id })
      .execute();
    await jobs.add(trx, 'probe_material', { task_id: taskId }, { priority });
    return true;
  });
}
