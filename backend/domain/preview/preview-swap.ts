import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { isFinished, type Output } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { limits, consumeRateLimit } from '#backend/domain/limits';
import { ownMaterial } from '#backend/domain/detection/material-detail';
import { isLongWork, type Part } from '#backend/domain/material/part';
import type { MaterialRow } from '#backend/domain/material/present';
import { readLink } from '#backend/domain/media-links';
import { assertBindable, type Bindings } from '#backend/domain/swap/bindings';
import { presentTask, type TaskRow } from '#backend/domain/task/present';
import { estimateWork } from '#backend/domain/estimate/estimate-work';
import { jobPriority } from '#backend/domain/task/priority';

interface Wanted {
  material_id: string;
  bind_face: Bindings;
}

/** Delays a retry, so that the client can read the failure. */
const retryAfterMs = 5 * 60_000;

const tooManyPreviews = (wait: string) => `Too many previews. Wait ${wait}, or create the swap itself.`;

/** Or returns the same one requested before. */
export async function previewSwap(
  deps: UserContext,
  { material_id, bind_face }: Wanted,
): Promise<Output<'faceswap_preview'>> {
  const material = await ownMaterial(deps, material_id);
  if (material.status !== 'ready') {
    throw new AppError('not_ready', { message: material.reason ?? 'This upload is not ready yet.' });
  }
  const part = await assertBindable(deps, material_id, bind_face);
  const task =
    (await samePreview(deps, material, part, bind_face)) ?? (await startPreview(deps, material, part, bind_face));
  const linkTo = (key: string | null) => key && readLink(deps, key);
  return {
    ...(await presentTask(deps, task)),
    preview_url: linkTo(task.preview_key),
    before_url: linkTo(task.preview_before_key),
  };
}

async function startPreview(
  deps: UserContext,
  material: MaterialRow,
  part: Part,
  bindings: Bindings,
): Promise<TaskRow> {
  await consumeRateLimit(deps, limits.previewOfAccount, deps.accountId, tooManyPreviews);
  const made = await inTransaction(deps.db, (trx) => insertQueued(trx, deps, material, part, bindings));
  return made ?? (await samePreview(deps, material, part, bindings))!;
}

async function samePreview({ db, now }: UserContext, { id }: MaterialRow, part: Part, bindings: Bindings) {
  const task = await db
    .selectFrom('task')
    .selectAll()
    .where('kind', '=', 'preview')
    .where('material_id', '=', id)
    .where('trim_start_ms', 'is not distinct from', part.trim_start_ms)
    .where('trim_end_ms', 'is not distinct from', part.trim_end_ms)
    .where(sql<boolean>`bindings = ${JSON.stringify(bindings)}::jsonb`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isOver = task && isFinished(task.status) && task.status !== 'succeeded';
  return isOver && now().getTime() - task.created_at.getTime() > retryAfterMs ? undefined : task;
}

async function insertQueued(
  trx: Transaction<Database>,
  { accountId, jobs }: UserContext,
  material: MaterialRow,
  part: Part,
  bindings: Bindings,
): Promise<TaskRow | undefined> {
  const task = { id: uuidv7(), account_id: accountId, kind: 'preview', material_id: material.id } as const;
  const made = await trx
    .insertInto('task')
    .values({
      ...task,
      ...part,
      ...(await estimateWork(trx, 'preview', material, part)),
      bindings: JSON.stringify(bindings),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!made) return undefined;
  const job = isLongWork(material, part) ? 'make_preview_long' : 'make_preview';
  await jobs.add(trx, job, { task_id: made.id }, { priority: await jobPriority(trx, accountId) });
  return made;
}
