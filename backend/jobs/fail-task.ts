import { errors } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { rejectMaterial } from '#backend/domain/material/refusal';
import { endSwapWithoutResult } from '#backend/domain/swap/end-swap';
import type { FinishContext } from '#backend/domain/task/finish';
import { removeFilesLater } from '#backend/domain/remove-files';

const unreadable =
  'We could not read this file: every attempt failed. Save it again, perhaps in another format, and choose the new file.';

/** False if the task has already ended. */
export function failTask(deps: FinishContext, taskId: string): Promise<boolean> {
  const failed = { status: 'failed', error: 'internal', message: errors.internal.message } as const;
  return inTransaction(deps.db, async (trx) => {
    if (!(await endSwapWithoutResult({ ...deps, db: trx }, taskId, failed))) return false;
    const task = await trx
      .selectFrom('task')
      .select(['kind', 'material_id'])
      .where('id', '=', taskId)
      .executeTakeFirstOrThrow();
    if (task.kind === 'probe' && task.material_id) {
      const refusal = { error: 'damaged_media', message: unreadable } as const;
      const original = await rejectMaterial(trx, task.material_id, refusal);
      if (original) await removeFilesLater(deps, trx, [original]);
    }
    return true;
  });
}
