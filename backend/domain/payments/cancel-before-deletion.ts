import type { UserContext } from '#backend/domain/context';
import { cancelSubscription } from './manage-subscription';
import { newestSubscription } from './subscription-state';

export async function cancelBeforeDeletion(deps: UserContext): Promise<void> {
  const subscription = await newestSubscription(deps);
  if (!subscription || subscription.ended_at || subscription.cancel_at_period_end) return;
  await cancelSubscription(deps);
}
