import type { Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { swapConsentText } from '#contract';
import type { Database } from '#backend/db/types';
import { addDays, type UserContext } from '#backend/domain/context';
import { postEntry } from '#backend/domain/credits/ledger';
import { heldMaterial } from '#backend/domain/material/own-material';
import { isLongWork, lengthOf, type Part } from '#backend/domain/material/part';
import { estimateWork } from '#backend/domain/estimate/estimate-work';
import { jobPriority } from '#backend/domain/task/priority';
import { chooseQuality, MESH } from '#backend/domain/quality/qualities';
import { priceOf, toolOf } from '#backend/domain/tool/tools';
import type { WantedSwap } from './check-swap';

/** Writes order, consent, hold and job. Returns the id of the order. */
export async function insertSwap(
  trx: Transaction<Database>,
  deps: UserContext,
  swap: WantedSwap & { batch_id?: string },
  part: Part,
): Promise<string> {
  const material = await heldMaterial({ ...deps, db: trx }, swap.material_id);
  const quality = await chooseQuality({ ...deps, db: trx }, material.kind, swap.quality);
  const sold = { kind: material.kind, durationMs: lengthOf(material, part) };
  const price = priceOf(toolOf(swap.tool_id), quality, sold);
  const [orderId, taskId] = [uuidv7(), uuidv7()];
  const owner = { account_id: deps.accountId, material_id: material.id };
  const priority = await jobPriority(trx, deps.accountId);
  await trx
    .insertInto('task')
    .values({
      ...{ id: taskId, kind: 'swap', quality: quality.id },
      ...owner,
      ...part,
      ...(await estimateWork(trx, 'swap', material, part, quality.id)),
    })
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
      quality: quality.id,
      quality_name: quality.name,
      price,
      bindings: JSON.stringify(swap.bind_face),
      label_visible: true,
      source_type: quality.id === MESH ? 'compositeSynthetic' : 'compositeWithTrainedAlgorithmicMedia',
      batch_id: swap.batch_id ?? null,
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
    note: quality.id === MESH ? `Swap in ${material.name}` : `Swap in ${material.name}, quality ${quality.name}`,
  });
  const job = isLongWork(material, part) ? 'swap_video' : 'swap_photo';
  await deps.jobs.add(trx, job, { task_id: taskId }, { priority, quality: quality.id });
  return orderId;
}
