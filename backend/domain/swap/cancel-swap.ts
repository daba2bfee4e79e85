import type { Order } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { endSwapWithoutResult } from './end-swap';
import { ownCreation, presentOrder } from './present';

/** The worker stops at its next progress report. */
export async function cancelSwap(deps: UserContext, { order_id }: { order_id: string }): Promise<Order> {
  const creation = await ownCreation(deps, order_id);
  const ended = await endSwapWithoutResult(deps, creation.task_id, { status: 'cancelled' });
  const after = await ownCreation(deps, order_id);
  if (!ended && after.status !== 'cancelled') {
    throw new AppError('conflict', { message: 'This swap has already finished.' });
  }
  return presentOrder(deps, after);
}
