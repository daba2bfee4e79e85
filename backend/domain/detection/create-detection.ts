import { uuidv7 } from 'uuidv7';
import type { Output, Parsed } from '#contract';
import { inTransaction } from '../../db/connect';
import { AppError } from '../app-error';
import type { Signed } from '../context';
import { ownMaterial } from '../material/material-detail';
import { presentTask } from '../task/present';
import { jobPriority } from '../task/priority';

/** Starts a detection, or returns the one that runs or has succeeded for the same interval. */
export async function createDetection(
  deps: Signed,
  { material_id, trim_interval }: Parsed<'upload_detect_create'>,
): Promise<Output<'upload_detect_create'>> {
  const material = await ownMaterial(deps, material_id);
  if (material.status === 'uploading') throw new AppError('not_ready');
  if (material.status === 'rejected' || material.status === 'expired') {
    throw new AppError('not_ready', { message: material.reason ?? 'This upload cannot be used any more.' });
  }
  const interval = { trim_start_ms: trim_interval?.start_ms ?? null, trim_end_ms: trim_interval?.end_ms ?? null };

  const task = await inTransaction(deps.db, async (trx) => {
    const made = await trx
      .insertInto('task')
      .values({ id: uuidv7(), account_id: deps.accountId, kind: 'detection', material_id, ...interval })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made) {
      const priority = await jobPriority(trx, deps.accountId);
      await deps.jobs.add(trx, 'detect_persons', { task_id: made.id }, { priority });
      return made;
    }
    return trx
      .selectFrom('task')
      .selectAll()
      .where('kind', '=', 'detection')
      .where('material_id', '=', material_id)
      .where('trim_start_ms', 'is not distinct from', interval.trim_start_ms)
      .where('trim_end_ms', 'is not distinct from', interval.trim_end_ms)
      .where('status', 'in', ['queued', 'running', 'succeeded'])
      .executeTakeFirstOrThrow();
  });
  return presentTask(deps, task);
}
