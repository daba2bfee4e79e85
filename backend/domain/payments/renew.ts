import type { DriverName } from '#backend/providers/payments/port';
import type { Db } from '#backend/db/connect';
import { addDays, type AppContext } from '#backend/domain/context';
import { chargeRenewal } from './charge-renewal';
import { askOperatorToCancel, endSubscription, graceDays, paidRenewal } from './end-subscription';
import { driverOf } from './payment-config';
import { runningSubscriptions, workOnSubscriptions } from './provider-round';
import { hasBegunAttempt } from './renewal-attempt';
import { firstPaymentId, type SubscriptionRow } from './rows';
import { syncPayment } from './sync-payment';

export async function renewDueSubscriptions(deps: AppContext): Promise<void> {
  for (const provider of deps.payments.providers.keys()) {
    const due = await dueSubscriptions(deps, provider).orderBy('subscription.period_end').execute();
    await workOnSubscriptions(
      deps,
      due,
      (subscription) => renewIfDue(deps, subscription),
      'subscription_renewal_failed',
    );
  }
  await endUnconfigured(deps);
}

const dueSubscriptions = ({ db, now }: AppContext, provider: string) =>
  runningSubscriptions(db, provider)
    .where('subscription.period_end', '<=', now())
    .where((eb) => eb.or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', now())]));

/** Since the round selected it, it may have been cancelled, resumed, renewed or given another plan. */
async function renewIfDue(deps: AppContext, { id, provider }: SubscriptionRow): Promise<void> {
  const subscription = await dueSubscriptions(deps, provider).where('subscription.id', '=', id).executeTakeFirst();
  if (subscription) await renew(deps, subscription);
}

/** Of a provider whose keys were removed: it cannot be asked, and may go on charging. */
async function endUnconfigured(deps: AppContext): Promise<void> {
  const { db, payments, now, log } = deps;
  const running = db.selectFrom('subscription').where('ended_at', 'is', null);
  const due = await running.select('provider').distinct().where('period_end', '<=', now()).execute();
  for (const { provider } of due) {
    if (payments.providers.has(provider as DriverName)) continue;
    log.warn({ provider }, 'subscription_provider_not_configured');
    const lost = running.selectAll().where('provider', '=', provider);
    const overdue = lost.where('period_end', '<', addDays(now(), -graceDays)).orderBy('period_end').limit(100);
    for (const subscription of await overdue.execute()) {
      const isCancelled = subscription.cancel_at_period_end;
      if (!isCancelled) askOperatorToCancel(deps, subscription);
      await endSubscription(deps, subscription, isCancelled ? 'cancelled' : 'expired');
    }
  }
}

/** A renewal that was begun before the cancellation: if it is paid, its period is to begin. */
const mayBePaid = async (db: Db, subscription: SubscriptionRow) =>
  (await hasBegunAttempt(db, subscription)) || (await paidRenewal(db, subscription).executeTakeFirst()) !== undefined;

/** Expires a subscription that its provider neither renewed nor ended. */
async function renew(deps: AppContext, subscription: SubscriptionRow): Promise<void> {
  const driver = driverOf(deps.payments, subscription.provider);
  const { renewedBy, cancelledBy, charge } = driver.subscriptions!;
  const isOver = subscription.cancel_at_period_end && (renewedBy === 'site' || cancelledBy === 'operator');
  if (isOver && !(await mayBePaid(deps.db, subscription))) return endSubscription(deps, subscription, 'cancelled');
  if (charge) return chargeRenewal(deps, subscription, driver);
  await syncPayment(deps, await firstPaymentId(deps.db, subscription.id));
  const { period_end, ended_at } = await deps.db
    .selectFrom('subscription')
    .select(['period_end', 'ended_at'])
    .where('id', '=', subscription.id)
    .executeTakeFirstOrThrow();
  const isLost = ended_at === null && period_end < addDays(deps.now(), -graceDays);
  if (isLost) await endSubscription(deps, subscription, 'expired');
}
