import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { isFinished, type Output } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { limits, consumeRateLimit } from '#backend/domain/limits';
import { heldMaterial, ownMaterial } from '#backend/domain/material/own-material';
import { isLongWork, type Part } from '#backend/domain/material/part';
import type { MaterialRow } from '#backend/domain/material/present';
import { readLink } from '#backend/domain/media-links';
import { chooseQuality } from '#backend/domain/quality/qualities';
import { assertBindable, type Bindings } from '#backend/domain/swap/bindings';
import { presentTask, type TaskRow } from '#backend/domain/task/present';
import { estimateWork } from '#backend/domain/estimate/estimate-work';
import { jobPriority } from '#backend/domain/task/priority';

interface Wanted {
  material_id: string;
  bind_face: Bindings;
  quality?: string | undefined;
}

/** Delays a retry, so that the client can read the failure. */
const retryAfterMs = 5 * 60_000;

const tooManyPreviews = (wait: string) => `Too many previews. Wait ${wait}, or create the swap itself.`;

/** Or returns the same one requested before. */
export async function previewSwap(
  deps: UserContext,
  { material_id, bind_face, quality: wanted }: Wanted,
): Promise<Output<'faceswap_preview'>> {
  const material = await ownMaterial(deps, material_id);
  if (material.status !== 'ready') {
    throw new AppError('not_ready', { message: material.reason ?? 'This upload is not ready yet.' });
  }
  const part = await assertBindable(deps, material, bind_face);
  const { id: quality } = await chooseQuality(deps, material.kind, wanted);
  const still = { material, part, bindings: bind_face, quality };
  const task = (await samePreview(deps, still)) ?? (await startPreview(deps, still));
  const linkTo = (key: string | null) => key && readLink(deps, key);
  return {
    ...(await presentTask(deps, task)),
    preview_url: linkTo(task.preview_key),
    before_url: linkTo(task.preview_before_key),
  };
}

interface Still {
  material: MaterialRow;
  part: Part;
  bindings: Bindings;
  quality: string;
}

async function startPreview(deps: UserContext, still: Still): Promise<TaskRow> {
  await consumeRateLimit(deps, limits.previewOfAccount, deps.accountId, tooManyPreviews);
  const made = await inTransaction(deps.db, (trx) => insertQueued(trx, deps, still));
  return made ?? (await samePreview(deps, still))!;
}

async function samePreview({ db, now }: UserContext, { material, part, bindings, quality }: Still) {
  const task = await db
    .selectFrom('task')
    .selectAll()
    .where('kind', '=', 'preview')
    .where('material_id', '=', material.id)
    .where('quality', '=', quality)
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
  deps: UserContext,
  { material, part, bindings, quality }: Still,
): Promise<TaskRow | undefined> {
  const { accountId, jobs } = deps;
  await heldMaterial({ ...deps, db: trx }, material.id);
  const task = { id: uuidv7(), account_id: accountId, kind: 'preview', material_id: material.id, quality } as const;
  const made = await trx
    .insertInto('task')
    .values({
      ...task,
      ...part,
      ...(await estimateWork(trx, 'preview', material, part, quality)),
      bindings: JSON.stringify(bindings),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!made) return undefined;
  const job = isLongWork(material, part) ? 'make_preview_long' : 'make_preview';
  await jobs.add(trx, job, { task_id: made.id }, { priority: await jobPriority(trx, accountId), quality });
  return made;
}
