import type { Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Product } from '#contract';
import type { Database } from '#backend/db/types';
import type { RenewalCharge, SubscriptionState } from '#backend/providers/payments/port';
import type { AppContext } from '#backend/domain/context';
import { applyCharge } from './apply-charge';
import { driverOf } from './payment-config';
import { notifySubscriptionEnded, notifyOwner } from './notify-owner';
import { renewalPayment } from './renewal-payment';
import { bumpRevision, insertPaymentOnce, paymentById, type PaymentRow, type SubscriptionRow } from './rows';
import { refreshUserStatus } from './subscription-state';

/** The first paid charge opens it. The caller has locked and reloaded `first`. */
export async function applySubscription(
  trx: Transaction<Database>,
  deps: AppContext,
  first: PaymentRow,
  state: SubscriptionState,
): Promise<void> {
  if (first.subscription_id === null && first.paid_at === null) return;
  let subscription = await openSubscription(trx, first, state);
  // The provider reports only the first period.
  const isRenewedBySite = driverOf(deps.payments, first.provider).subscriptions?.renewedBy === 'site';
  if (isRenewedBySite) return refreshUserStatus(trx, subscription.account_id);
  let hasChanged = false;
  for (const charge of state.renewals) {
    const applied = await applyRenewalCharge(trx, deps, subscription, charge);
    hasChanged = hasChanged || applied !== undefined;
    const isPaidNow = applied?.before.paid_at === null && applied.after.paid_at !== null;
    if (!isPaidNow) continue;
    const { product } = applied.after;
    // The invoice of a period may be paid after an upgrade within it.
    const isNewest = charge === state.renewals.at(-1);
    const isOther = isNewest && product.product_id !== subscription.product.product_id;
    if (charge.isUpgrade || isOther) subscription = await switchPlan(trx, subscription, product);
  }
  hasChanged = (await updateNextPlan(trx, deps, subscription, state)) || hasChanged;
  hasChanged = (await updateSubscription(trx, deps, subscription, state)) || hasChanged;
  if (hasChanged) await bumpRevision(trx, first.id);
  await refreshUserStatus(trx, subscription.account_id);
}

async function openSubscription(
  trx: Transaction<Database>,
  first: PaymentRow,
  state: SubscriptionState,
): Promise<SubscriptionRow> {
  await trx
    .insertInto('subscription')
    .values({
      id: uuidv7(),
      account_id: first.account_id,
      provider: first.provider,
      method: first.method,
      provider_ref: state.ref,
      token: state.token ?? null,
      product: JSON.stringify(first.product),
      status: 'active',
      period_start: state.periodStart,
      period_end: state.periodEnd,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const subscription = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('provider', '=', first.provider)
    .where('provider_ref', '=', state.ref)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (first.subscription_id === null) {
    await trx
      .updateTable('payment')
      .set((eb) => ({
        subscription_id: subscription.id,
        period_start: state.startedAt,
        period_end: state.renewals[0]?.periodStart ?? state.periodEnd,
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', first.id)
      .execute();
  }
  return subscription;
}

/**
 * The plan of a price. It may be another one than is known here: the invoice was made before the last change, or the
 * answer to a change was lost.
 */
function planAt(
  { payments }: AppContext,
  { provider, product, next_product }: SubscriptionRow,
  amount: number | undefined,
  isUpgrade = false,
): Product | undefined {
  const isChangeable = driverOf(payments, provider).subscriptions?.change !== undefined && !isUpgrade;
  const others = isChangeable ? payments.products.filter(({ period }) => period === product.period) : [];
  return [next_product, product, ...others].find((plan) => plan?.price.amount === amount) ?? undefined;
}

async function applyRenewalCharge(
  trx: Transaction<Database>,
  deps: AppContext,
  subscription: SubscriptionRow,
  charge: RenewalCharge,
): Promise<{ before: PaymentRow; after: PaymentRow } | undefined> {
  const product = planAt(deps, subscription, charge.paid?.amount, charge.isUpgrade) ?? subscription.product;
  const period = { start: charge.periodStart, end: charge.periodEnd };
  const payment = { ...renewalPayment(subscription, product, period, deps.now()), charge_ref: charge.ref };
  const before = await insertPaymentOnce(trx, payment, () => paymentOf(trx, subscription, charge));
  if (!before) {
    // An operator has to refund one of the charges.
    deps.log.error({ subscriptionId: subscription.id, charge: charge.ref }, 'period_charged_twice');
    return undefined;
  }
  if (!(await applyCharge(trx, deps, before, charge))) return undefined;
  return { before, after: await paymentById(trx, before.id) };
}

async function paymentOf(
  trx: Transaction<Database>,
  { id, provider }: SubscriptionRow,
  { ref, isUpgrade, periodStart }: RenewalCharge,
): Promise<PaymentRow | undefined> {
  const payments = trx.selectFrom('payment').selectAll().forUpdate();
  const known = await payments.where('provider', '=', provider).where('charge_ref', '=', ref).executeTakeFirst();
  if (known || !isUpgrade) return known;
  return payments
    .where('subscription_id', '=', id)
    .where('period_start', '=', periodStart)
    .where('charge_ref', 'is', null)
    .executeTakeFirst();
}

function switchPlan(trx: Transaction<Database>, { id }: SubscriptionRow, product: Product): Promise<SubscriptionRow> {
  return trx
    .updateTable('subscription')
    .set({ product: JSON.stringify(product), next_product: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The answer to a change may have been lost, and of two changes at once either may have been the last. */
async function updateNextPlan(
  trx: Transaction<Database>,
  deps: AppContext,
  subscription: SubscriptionRow,
  { nextAmount }: SubscriptionState,
): Promise<boolean> {
  const { id, product, next_product } = subscription;
  const plan = nextAmount === undefined ? undefined : planAt(deps, subscription, nextAmount);
  if (!plan || plan.product_id === (next_product ?? product).product_id) return false;
  const next = plan.product_id === product.product_id ? null : JSON.stringify(plan);
  await trx.updateTable('subscription').set({ next_product: next }).where('id', '=', id).execute();
  return true;
}

async function updateSubscription(
  trx: Transaction<Database>,
  deps: AppContext,
  known: SubscriptionRow,
  state: SubscriptionState,
): Promise<boolean> {
  const ended = state.cancelAtPeriodEnd || known.cancel_at_period_end ? 'cancelled' : 'expired';
  const status = state.status === 'ended' ? ended : state.status;
  // The provider was paid after we had expired the subscription.
  const isRevived = known.status === 'expired' && state.status === 'active' && state.periodEnd > deps.now();
  const staysEnded = known.ended_at !== null && !isRevived;
  const isSame =
    (staysEnded || known.status === status) &&
    known.period_start.getTime() === state.periodStart.getTime() &&
    known.period_end.getTime() === state.periodEnd.getTime() &&
    known.cancel_at_period_end === state.cancelAtPeriodEnd;
  if (isSame) return false;
  await trx
    .updateTable('subscription')
    .set({
      status: staysEnded ? known.status : status,
      ended_at: staysEnded ? known.ended_at : state.status === 'ended' ? deps.now() : null,
      period_start: state.periodStart,
      period_end: state.periodEnd,
      cancel_at_period_end: state.cancelAtPeriodEnd,
    })
    .where('id', '=', known.id)
    .execute();
  if (status === 'past_due' && known.status === 'active')
    await notifyOwner(trx, deps, known.account_id, 'payment_failed');
  if (state.status === 'ended' && !known.ended_at) await notifySubscriptionEnded(trx, deps, known.account_id);
  return true;
}
