import type { Order, Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { assertActivated } from '#backend/domain/assert-activated';
import type { UserContext } from '#backend/domain/context';
import { checkSwap } from './check-swap';
import { insertSwap } from './insert-swap';
import { ownCreation, presentOrder } from './present';

export async function createSwap(deps: UserContext, swap: Parsed<'faceswap_create'>): Promise<Order> {
  await assertActivated(deps);
  const { part } = await checkSwap(deps, swap);
  return inTransaction(deps.db, async (trx) => {
    const orderId = await insertSwap(trx, deps, swap, part);
    return presentOrder(deps, await ownCreation({ ...deps, db: trx }, orderId));
  });
}
