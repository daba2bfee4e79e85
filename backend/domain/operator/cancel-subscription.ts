import { AppError } from '#backend/domain/app-error';
import { cancelAtPeriodEnd, withDriver } from '#backend/domain/payments/manage-subscription';
import { cancellationMail } from '#backend/domain/payments/notify-owner';
import type { SubscriptionRow } from '#backend/domain/payments/rows';
import { recordAct, type OperatorContext } from './context';
import { requireSubscription } from './find';

/** Also the older of two that run. */
export async function cancelSubscriptionAsOperator(
  deps: OperatorContext,
  { subscriptionId, reason }: { subscriptionId: string; reason: string },
): Promise<SubscriptionRow> {
  const subscription = await requireSubscription(deps.db, subscriptionId);
  const { account_id: accountId, ended_at, cancel_at_period_end } = subscription;
  if (ended_at) throw new AppError('conflict', { message: 'This subscription has already ended.' });
  if (cancel_at_period_end) {
    throw new AppError('conflict', { message: 'This subscription is already cancelled and ends with its period.' });
  }
  const owner = { ...deps, accountId };
  await cancelAtPeriodEnd(owner, withDriver(deps, subscription), await cancellationMail(owner, subscription));
  await recordAct(deps, 'subscription_cancelled', { accountId, detail: `${subscriptionId}: ${reason}` });
  return requireSubscription(deps.db, subscriptionId);
}
