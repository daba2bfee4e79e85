import { inTransaction } from '#backend/db/connect';
import type { AppContext } from '#backend/domain/context';
import { notifySubscriptionEnded } from './notify-owner';
import type { SubscriptionRow } from './rows';
import { refreshUserStatus } from './subscription-state';

/** From the due renewal to the end of a subscription whose provider does not decide it. */
export const graceDays = 7;

export function endSubscription(
  deps: AppContext,
  { id, account_id }: SubscriptionRow,
  status: 'cancelled' | 'expired',
): Promise<void> {
  return inTransaction(deps.db, async (trx) => {
    const ended = await trx
      .updateTable('subscription')
      .set({ status, ended_at: deps.now(), token: null })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!ended) return;
    await refreshUserStatus(trx, account_id);
    await notifySubscriptionEnded(trx, deps, account_id);
  });
}
