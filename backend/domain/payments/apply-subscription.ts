import type { Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Product } from '#contract';
import type { Database } from '#backend/db/types';
import type { LaterCharge, SubscriptionTruth } from '#backend/providers/payments/port';
import type { Deps } from '#backend/domain/context';
import { applyCharge } from './apply-charge';
import { driverOf } from './payment-config';
import { tellOfEnd, tellOwner } from './mails';
import { paymentById, type PaymentRow, type SubscriptionRow } from './rows';
import { refreshUserStatus } from './subscription-state';

type Told = SubscriptionTruth;

/**
 * Lets our subscription follow the provider's: opened with its first paid charge, each later charge a payment of its own,
 * granted once. `first` is the payment it was bought with, its row locked and fresh.
 */
export async function applySubscription(
  trx: Transaction<Database>,
  deps: Deps,
  first: PaymentRow,
  told: Told,
): Promise<void> {
  if (first.subscription_id === null && first.paid_at === null) return;
  let subscription = await openSubscription(trx, first, told);
  // Where we charge the periods ourselves, the provider knows none but the first.
  if (driverOf(deps.payments, first.provider).subscriptions?.renewedBy === 'us') return finish(trx, subscription);
  let isNew = false;
  for (const charge of told.renewals) {
    const applied = await applyLaterCharge(trx, deps, subscription, charge);
    isNew = isNew || applied !== undefined;
    const isPaidNow = applied?.before.paid_at === null && applied.after.paid_at !== null;
    if (charge.isUpgrade && isPaidNow) subscription = await moveTo(trx, subscription, applied.after.product);
  }
  isNew = (await follow(trx, deps, subscription, told)) || isNew;
  // Whoever asked before this was written has an older answer about all of it.
  if (isNew) await touch(trx, first.id);
  await finish(trx, subscription);
}

async function touch(trx: Transaction<Database>, paymentId: string): Promise<void> {
  await trx
    .updateTable('payment')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', paymentId)
    .execute();
}

const finish = (trx: Transaction<Database>, { account_id }: SubscriptionRow) => refreshUserStatus(trx, account_id);

async function openSubscription(trx: Transaction<Database>, first: PaymentRow, told: Told): Promise<SubscriptionRow> {
  await trx
    .insertInto('subscription')
    .values({
      id: uuidv7(),
      account_id: first.account_id,
      provider: first.provider,
      method: first.method,
      provider_ref: told.ref,
      token: told.token ?? null,
      product: JSON.stringify(first.product),
      status: 'active',
      period_start: told.periodStart,
      period_end: told.periodEnd,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const subscription = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('provider', '=', first.provider)
    .where('provider_ref', '=', told.ref)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (first.subscription_id === null) {
    await trx
      .updateTable('payment')
      .set((eb) => ({
        subscription_id: subscription.id,
        period_start: told.startedAt,
        period_end: told.renewals[0]?.periodStart ?? told.periodEnd,
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', first.id)
      .execute();
  }
  return subscription;
}

/** The plan a charge pays for: the one it was changed to from the first charge of that price on. */
function planOf({ product, next_product }: SubscriptionRow, { paid }: LaterCharge): Product {
  const isNext = next_product && paid && next_product.price.amount === paid.amount;
  return isNext ? next_product : product;
}

/** Books a charge after the first. Returns its payment before and after, where there was something new to book. */
async function applyLaterCharge(
  trx: Transaction<Database>,
  deps: Deps,
  subscription: SubscriptionRow,
  charge: LaterCharge,
): Promise<{ before: PaymentRow; after: PaymentRow } | undefined> {
  const product = planOf(subscription, charge);
  await trx
    .insertInto('payment')
    .values({
      id: uuidv7(),
      account_id: subscription.account_id,
      provider: subscription.provider,
      method: subscription.method,
      kind: 'renewal',
      product: JSON.stringify(product),
      credits: product.credits,
      ...product.price,
      status: 'pending',
      charge_ref: charge.ref,
      subscription_id: subscription.id,
      period_start: charge.periodStart,
      period_end: charge.periodEnd,
      created_at: deps.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const before = await paymentOf(trx, subscription, charge);
  if (!before) {
    // Another charge for the same period is there: the provider has charged twice, which is the operator's to mend.
    deps.log.error({ subscriptionId: subscription.id, charge: charge.ref }, 'a period was charged twice');
    return undefined;
  }
  if (!(await applyCharge(trx, deps, before, charge))) return undefined;
  return { before, after: await paymentById(trx, before.id) };
}

/** By the charge's own reference; an upgrade was written down before it had one, with its moment. */
async function paymentOf(
  trx: Transaction<Database>,
  { id, provider }: SubscriptionRow,
  { ref, isUpgrade, periodStart }: LaterCharge,
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

/** A dearer plan runs from the moment it was paid for. */
function moveTo(trx: Transaction<Database>, { id }: SubscriptionRow, product: Product): Promise<SubscriptionRow> {
  return trx
    .updateTable('subscription')
    .set({ product: JSON.stringify(product), next_product: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function follow(trx: Transaction<Database>, deps: Deps, known: SubscriptionRow, told: Told): Promise<boolean> {
  const ended = told.cancelAtPeriodEnd || known.cancel_at_period_end ? 'cancelled' : 'expired';
  const status = told.status === 'ended' ? ended : told.status;
  const newest = told.renewals.at(-1);
  // We had given it up; its provider had not, and somebody has paid.
  const isBack = known.status === 'expired' && told.status === 'active' && told.periodEnd > deps.now();
  const stays = known.ended_at !== null && !isBack;
  const isSame =
    (stays || known.status === status) &&
    known.period_start.getTime() === told.periodStart.getTime() &&
    known.period_end.getTime() === told.periodEnd.getTime() &&
    known.cancel_at_period_end === told.cancelAtPeriodEnd;
  if (isSame) return false;
  const hasMovedOn =
    known.next_product !== null &&
    newest !== undefined &&
    !newest.isUpgrade &&
    planOf(known, newest) === known.next_product;
  await trx
    .updateTable('subscription')
    .set({
      status: stays ? known.status : status,
      ended_at: stays ? known.ended_at : told.status === 'ended' ? deps.now() : null,
      period_start: told.periodStart,
      period_end: told.periodEnd,
      cancel_at_period_end: told.cancelAtPeriodEnd,
      ...(hasMovedOn ? { product: JSON.stringify(known.next_product), next_product: null } : {}),
    })
    .where('id', '=', known.id)
    .execute();
  if (status === 'past_due' && known.status === 'active')
    await tellOwner(trx, deps, known.account_id, 'payment_failed');
  if (told.status === 'ended' && !known.ended_at) await tellOfEnd(trx, deps, known.account_id);
  return true;
}
