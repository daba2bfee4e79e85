import type { DriverName } from '#backend/providers/payments/port';
import type { UserContext } from '#backend/domain/context';
import { askOperatorToCancel } from './end-subscription';
import { cancelSubscription } from './manage-subscription';
import { newestSubscription } from './subscription-state';

export async function cancelBeforeDeletion(deps: UserContext): Promise<void> {
  const subscription = await newestSubscription(deps);
  if (!subscription || subscription.ended_at || subscription.cancel_at_period_end) return;
  // Without the provider's keys, it could never be deleted.
  if (!deps.payments.providers.has(subscription.provider as DriverName)) return askOperatorToCancel(deps, subscription);
  await cancelSubscription(deps);
}
