import type { Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { addPeriods } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import type { Charge, PaymentProvider } from '#backend/providers/payments/port';
import { daysFrom, type Deps } from '#backend/domain/context';
import { applyCharge } from './apply-charge';
import { endSubscription } from './end-subscription';
import { tellOwner } from './mails';
import { refOf, type PaymentRow, type SubscriptionRow } from './rows';

/** Days until the next attempt, after each refusal; after the last one the subscription ends. */
const pauses = [1, 3, 5] as const;

/**
 * Charges the next period where the provider leaves that to us. The payment of a period is there once, and every attempt
 * has a reference that is written down before it is made: a crash in between asks what became of it, and never charges twice.
 */
export async function chargeRenewal(deps: Deps, subscription: SubscriptionRow, driver: PaymentProvider): Promise<void> {
  const payment = await paymentOfPeriod(deps, subscription);
  if (payment.status === 'paid') return advance(deps, subscription, payment);
  const attemptRef = `${payment.id}.${subscription.attempts}`;
  const known = payment.checkout_ref === attemptRef ? await driver.fetchStatus(refOf(payment)) : undefined;
  if (known?.charge.status === 'pending') return;
  await deps.db.updateTable('payment').set({ checkout_ref: attemptRef }).where('id', '=', payment.id).execute();
  const isDecided = known && known.charge.status !== 'created';
  const charge = isDecided ? known.charge : await ask(deps, subscription, payment, driver, attemptRef);
  await inTransaction(deps.db, async (trx) => {
    const locked = await trx
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', payment.id)
      .where('revision', '=', payment.revision)
      .forUpdate()
      .executeTakeFirst();
    if (!locked) return; // somebody else was here; the next round sees what came of it
    await applyCharge(trx, deps, locked, charge);
    if (charge.status === 'failed') await notePastDue(trx, deps, subscription);
  });
  if (charge.status === 'paid') await advance(deps, subscription, payment);
  if (charge.status === 'failed' && subscription.attempts >= pauses.length)
    await endSubscription(deps, subscription, 'expired');
}

async function paymentOfPeriod({ db, now }: Deps, subscription: SubscriptionRow): Promise<PaymentRow> {
  const product = subscription.next_product ?? subscription.product;
  const { id, account_id, provider, method, period_end } = subscription;
  await db
    .insertInto('payment')
    .values({
      id: uuidv7(),
      account_id,
      provider,
      method,
      kind: 'renewal',
      product: JSON.stringify(product),
      credits: product.credits,
      ...product.price,
      status: 'pending',
      subscription_id: id,
      period_start: period_end,
      period_end: addPeriods(period_end, product.period ?? 'month', 1),
      created_at: now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('payment')
    .selectAll()
    .where('subscription_id', '=', id)
    .where('period_start', '=', period_end)
    .executeTakeFirstOrThrow();
}

function ask(
  { payments, now }: Deps,
  { token }: SubscriptionRow,
  payment: PaymentRow,
  driver: PaymentProvider,
  attemptRef: string,
): Promise<Charge> {
  const due = { amount: payment.amount, currency: payment.currency };
  const webhookUrl = payments.webhookUrl(driver.name);
  const order = { attemptRef, token: token ?? '', due, product: payment.product, webhookUrl, now: now() };
  return driver.subscriptions!.charge!(order);
}

/** The paid period begins; whoever comes second finds it begun. */
async function advance({ db }: Deps, subscription: SubscriptionRow, payment: PaymentRow): Promise<void> {
  await db
    .updateTable('subscription')
    .set({
      status: 'active',
      product: JSON.stringify(payment.product),
      next_product: null,
      period_start: payment.period_start!,
      period_end: payment.period_end!,
      attempts: 0,
      next_attempt_at: null,
    })
    .where('id', '=', subscription.id)
    .where('period_end', '=', subscription.period_end)
    .execute();
}

async function notePastDue(trx: Transaction<Database>, deps: Deps, { id, account_id, attempts }: SubscriptionRow) {
  const pause = pauses[attempts] ?? 0;
  const noted = await trx
    .updateTable('subscription')
    .set({ status: 'past_due', attempts: attempts + 1, next_attempt_at: daysFrom(deps.now(), pause) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst();
  if (noted) await tellOwner(trx, deps, account_id, 'payment_failed');
}
