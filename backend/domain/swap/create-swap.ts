import type { Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { swapConsentText, type Order, type Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { assertActivated } from '#backend/domain/assert-activated';
import { AppError } from '#backend/domain/app-error';
import { addDays, type UserContext } from '#backend/domain/context';
import { postEntry } from '#backend/domain/credits/ledger';
import { ownMaterial } from '#backend/domain/detection/material-detail';
import { isLongWork, lengthOf, type Part } from '#backend/domain/material/part';
import { estimateWork } from '#backend/domain/estimate/estimate-work';
import { jobPriority } from '#backend/domain/task/priority';
import { priceOf, toolOf } from '#backend/domain/tool/tools';
import { assertBindable } from './bindings';
import { ownCreation, presentOrder } from './present';

async function insertSwap(
  trx: Transaction<Database>,
  deps: UserContext,
  swap: Parsed<'faceswap_create'>,
  part: Part,
): Promise<string> {
  const material = await ownMaterial({ ...deps, db: trx }, swap.material_id);
  const price = priceOf(toolOf(swap.tool_id), { kind: material.kind, durationMs: lengthOf(material, part) });
  const [orderId, taskId] = [uuidv7(), uuidv7()];
  const owner = { account_id: deps.accountId, material_id: material.id };
  const priority = await jobPriority(trx, deps.accountId);
  await trx
    .insertInto('task')
    .values({ id: taskId, kind: 'swap', ...owner, ...part, ...(await estimateWork(trx, 'swap', material, part)) })
    .execute();
  await trx
    .insertInto('creation')
    .values({
      id: orderId,
      task_id: taskId,
      ...owner,
      tool_id: swap.tool_id,
      name: material.name,
      kind: material.kind,
      price,
      bindings: JSON.stringify(swap.bind_face),
      label_visible: true,
      source_type: 'compositeSynthetic',
      expires_at: addDays(deps.now(), deps.policy.retentionDays),
    })
    .execute();
  await trx
    .insertInto('consent')
    .values({ id: uuidv7(), account_id: deps.accountId, subject: 'swap', subject_id: orderId, text: swapConsentText })
    .execute();
  await postEntry(trx, {
    accountId: deps.accountId,
    kind: 'hold',
    delta: -price,
    reference: orderId,
    note: `Swap in ${material.name}`,
  });
  const job = isLongWork(material, part) ? 'swap_video' : 'swap_photo';
  await deps.jobs.add(trx, job, { task_id: taskId }, { priority });
  return orderId;
}

/** One transaction writes order, consent, hold and job. */
export async function createSwap(deps: UserContext, swap: Parsed<'faceswap_create'>): Promise<Order> {
  await assertActivated(deps);
  const material = await ownMaterial(deps, swap.material_id);
  if (material.status !== 'ready') {
    throw new AppError('not_ready', { message: material.reason ?? 'This upload is not ready yet.' });
  }
  const part = await assertBindable(deps, material.id, swap.bind_face);
  return inTransaction(deps.db, async (trx) => {
    const orderId = await insertSwap(trx, deps, swap, part);
    return presentOrder(deps, await ownCreation({ ...deps, db: trx }, orderId));
  });
}
