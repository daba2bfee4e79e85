import type { DriverName } from '#backend/providers/payments/port';
import type { UserContext } from '#backend/domain/context';
import { askOperatorToCancel } from './end-subscription';
import { cancelAtProvider, cancelSubscription, withDriver } from './manage-subscription';
import { newestSubscription } from './subscription-state';

export async function cancelBeforeDeletion(deps: UserContext): Promise<void> {
  await cancelExpired(deps);
  const subscription = await newestSubscription(deps);
  if (!subscription || subscription.ended_at || subscription.cancel_at_period_end) return;
  // Without the provider's keys, it could never be deleted.
  if (!isConfigured(deps, subscription)) return askOperatorToCancel(deps, subscription);
  await cancelSubscription(deps);
}

/** Those that have ended only here: their provider may still collect a payment. */
async function cancelExpired(deps: UserContext): Promise<void> {
  const expired = await deps.db
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', '=', deps.accountId)
    .where('status', '=', 'expired')
    .where('cancel_at_period_end', '=', false)
    .execute();
  for (const subscription of expired)
    if (isConfigured(deps, subscription)) await cancelAtProvider(deps, withDriver(deps, subscription));
}

const isConfigured = ({ payments }: UserContext, { provider }: { provider: string }) =>
  payments.providers.has(provider as DriverName);
