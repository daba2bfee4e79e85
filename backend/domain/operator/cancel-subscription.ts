import { AppError } from '#backend/domain/app-error';
import { cancelSubscription } from '#backend/domain/payments/manage-subscription';
import type { SubscriptionRow } from '#backend/domain/payments/rows';
import { newestSubscription } from '#backend/domain/payments/subscription-state';
import { recordAct, type OperatorContext } from './context';
import { requireSubscription } from './find';

export async function cancelSubscriptionAsOperator(
  deps: OperatorContext,
  { subscriptionId, reason }: { subscriptionId: string; reason: string },
): Promise<SubscriptionRow> {
  const { account_id: accountId } = await requireSubscription(deps.db, subscriptionId);
  const owner = { ...deps, accountId };
  const running = await newestSubscription(owner);
  if (running?.id !== subscriptionId || running.ended_at) {
    throw new AppError('conflict', { message: 'This subscription has already ended.' });
  }
  if (running.cancel_at_period_end) {
    throw new AppError('conflict', { message: 'This subscription is already cancelled and ends with its period.' });
  }
  await cancelSubscription(owner);
  await recordAct(deps, 'subscription_cancelled', { accountId, detail: `${subscriptionId}: ${reason}` });
  return requireSubscription(deps.db, subscriptionId);
}
