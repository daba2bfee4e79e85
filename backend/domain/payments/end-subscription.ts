import { inTransaction, type Db } from '#backend/db/connect';
import type { AppContext } from '#backend/domain/context';
import { notifySubscriptionEnded } from './notify-owner';
import type { SubscriptionRow } from './rows';
import { refreshUserStatus } from './subscription-state';

/** From the due renewal to the end of a subscription whose provider does not decide it. */
export const graceDays = 7;

/** The payment of the period after the present one. Fully refunded or disputed, it buys none. */
export const paidRenewal = (db: Db, { id, period_end }: SubscriptionRow) =>
  db
    .selectFrom('payment')
    .select('id')
    .where('subscription_id', '=', id)
    .where('period_start', '=', period_end)
    .where('status', 'in', ['paid', 'partially_refunded']);

export const askOperatorToCancel = ({ log }: Pick<AppContext, 'log'>, { id, provider }: SubscriptionRow) =>
  log.error({ subscriptionId: id, provider }, 'operator_must_cancel_at_provider');

/** No-op if it was resumed, cancelled, renewed or paid since it was read; the next sweep continues. */
export function endSubscription(
  deps: AppContext,
  subscription: SubscriptionRow,
  status: 'cancelled' | 'expired',
): Promise<void> {
  const { id, account_id, period_end, cancel_at_period_end } = subscription;
  return inTransaction(deps.db, async (trx) => {
    const ended = await trx
      .updateTable('subscription')
      .set({ status, ended_at: deps.now(), token: null })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('period_end', '=', period_end)
      .where('cancel_at_period_end', '=', cancel_at_period_end)
      .where(({ not, exists }) => not(exists(paidRenewal(trx, subscription))))
      .returning('id')
      .executeTakeFirst();
    if (!ended) return;
    await refreshUserStatus(trx, account_id);
    await notifySubscriptionEnded(trx, deps, account_id);
  });
}
