import type { Signed } from '#backend/domain/context';
import { cancelSubscription } from './manage-subscription';
import { newestSubscription } from './subscription-state';

/** Nobody pays for an account that is gone: a subscription that runs is cancelled, at its provider, before. */
export async function cancelBeforeDeletion(deps: Signed): Promise<void> {
  const subscription = await newestSubscription(deps);
  if (!subscription || subscription.ended_at || subscription.cancel_at_period_end) return;
  await cancelSubscription(deps);
}
