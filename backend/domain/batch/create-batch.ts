import { uuidv7 } from 'uuidv7';
import { errors, type Batch, type Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import { assertActivated } from '#backend/domain/assert-activated';
import type { UserContext } from '#backend/domain/context';
import { assertBalance } from '#backend/domain/credits/ledger';
import { lengthOf, type Part } from '#backend/domain/material/part';
import { checkSwap, type WantedSwap } from '#backend/domain/swap/check-swap';
import { insertSwap } from '#backend/domain/swap/insert-swap';
import { chooseQuality } from '#backend/domain/quality/qualities';
import { priceOf, toolOf } from '#backend/domain/tool/tools';
import { ownBatch } from './own-batch';

interface CheckedItem {
  swap: WantedSwap;
  part: Part;
  price: number;
}

/** Orders all photos or none. */
export async function createBatch(
  deps: UserContext,
  { tool_id, items, quality }: Parsed<'batch_create'>,
): Promise<Batch> {
  await assertActivated(deps);
  const checked: CheckedItem[] = [];
  for (const [index, item] of items.entries()) {
    checked.push(await checkItem(deps, { ...item, tool_id, quality }, index + 1));
  }
  const price = checked.reduce((sum, item) => sum + item.price, 0);
  const batch_id = uuidv7();
  return inTransaction(deps.db, async (trx) => {
    await assertBalance(trx, deps.accountId, price);
    for (const { swap, part } of checked) await insertSwap(trx, deps, { ...swap, batch_id }, part);
    return ownBatch({ ...deps, db: trx }, { batch_id });
  });
}

async function checkItem(deps: UserContext, swap: WantedSwap, number: number): Promise<CheckedItem> {
  try {
    const { material, part } = await checkSwap(deps, swap);
    if (material.kind !== 'photo') throw refuse('A batch takes photos only. Order this file by itself.');
    const quality = await chooseQuality(deps, material.kind, swap.quality);
    const sold = { kind: material.kind, durationMs: lengthOf(material, part) };
    const price = priceOf(toolOf(swap.tool_id), quality, sold);
    return { swap, part, price };
  } catch (error) {
    throw error instanceof AppError ? inPhoto(number, error) : error;
  }
}

const refuse = (message: string) => new AppError('invalid_input', { message });

/** Says which photo of the list is meant. */
function inPhoto(number: number, { error, userMessage, fields }: AppError): AppError {
  const message = `Photo ${number}: ${Object.values(fields ?? {})[0] ?? userMessage ?? errors[error].message}`;
  return new AppError(error, { message, ...(error === 'invalid_input' && { fields: { items: message } }) });
}
