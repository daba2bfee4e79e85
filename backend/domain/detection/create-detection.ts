import type { Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Output, Parsed } from '#contract';
import { inTransaction, type Db } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { heldMaterial, ownMaterial } from '#backend/domain/material/own-material';
import { storedRefusal } from '#backend/domain/material/refusal';
import { isLongWork, partOf, type Part } from '#backend/domain/material/part';
import type { MaterialRow } from '#backend/domain/material/present';
import { presentTask, type TaskRow } from '#backend/domain/task/present';
import { estimateWork } from '#backend/domain/estimate/estimate-work';
import { jobPriority } from '#backend/domain/task/priority';

const tooManyDetections = (wait: string) => `Too many face detections. Wait ${wait}, then try again.`;

/** Or returns the running or successful one. */
export async function createDetection(
  deps: UserContext,
  { material_id, trim_interval }: Parsed<'upload_detect_create'>,
): Promise<Output<'upload_detect_create'>> {
  const material = await ownMaterial(deps, material_id);
  if (material.status === 'uploading') throw new AppError('not_ready');
  if (material.status === 'expired') {
    throw new AppError('not_ready', { message: 'This upload has expired. Upload the file again.' });
  }
  const part = partOf(material, trim_interval);
  const isNew = !(await sameDetection(deps.db, material_id, part));
  if (isNew) await consumeRateLimit(deps, limits.detectionOfAccount, deps.accountId, tooManyDetections);
  const task = await inTransaction(deps.db, async (trx) => {
    await heldMaterial({ ...deps, db: trx }, material_id);
    await trx.updateTable('material').set(part).where('id', '=', material_id).execute();
    if (material.status === 'rejected') return insertRefused(trx, deps, { ...material, ...part });
    return (await insertQueued(trx, deps, material, part)) ?? (await sameDetection(trx, material_id, part))!;
  });
  return presentTask(deps, task);
}

async function insertQueued(trx: Transaction<Database>, deps: UserContext, material: MaterialRow, part: Part) {
  const made = await trx
    .insertInto('task')
    .values({ ...commonColumns(deps, material), ...part, ...(await estimateWork(trx, 'detection', material, part)) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!made) return undefined;
  const priority = await jobPriority(trx, deps.accountId);
  const job = isLongWork(material, part) ? 'detect_persons_long' : 'detect_persons';
  await deps.jobs.add(trx, job, { task_id: made.id }, { priority });
  return made;
}

function insertRefused(trx: Transaction<Database>, deps: UserContext, material: MaterialRow): Promise<TaskRow> {
  const { error, message } = storedRefusal(material)!;
  const ending = { status: 'failed', stage: 'failed', error, message, finished_at: deps.now() } as const;
  return trx
    .insertInto('task')
    .values({
      ...commonColumns(deps, material),
      ...ending,
      trim_start_ms: material.trim_start_ms,
      trim_end_ms: material.trim_end_ms,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const commonColumns = ({ accountId }: UserContext, { id }: MaterialRow) =>
  ({ id: uuidv7(), account_id: accountId, kind: 'detection', material_id: id }) as const;

function sameDetection(db: Db, materialId: string, part: Part): Promise<TaskRow | undefined> {
  return db
    .selectFrom('task')
    .selectAll()
    .where('kind', '=', 'detection')
    .where('material_id', '=', materialId)
    .where('trim_start_ms', 'is not distinct from', part.trim_start_ms)
    .where('trim_end_ms', 'is not distinct from', part.trim_end_ms)
    .where('status', 'in', ['queued', 'running', 'succeeded'])
    .executeTakeFirst();
}
