import { sql } from 'kysely';
import { withdrawalConsentText, type Output, type Parsed, type Product } from '#contract';
import { inTransaction, type Db } from '#backend/db/connect';
import type { Amount, ProviderUpgrades } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { callProvider, upgradeFailures } from './at-provider';
import { productOf } from './payment-config';
import {
  syncAfterChange,
  requireRunningSubscription,
  presentState,
  type RunningSubscription,
} from './manage-subscription';
import { lockPeriod } from './renewal-attempt';
import { renewalPayment } from './renewal-payment';
import { bumpRevision, firstPaymentId, insertPaymentOnce, type PaymentRow, type SubscriptionRow } from './rows';

const quoteMinutes = 60;
/** Longer than the requests of an upgrade can take: after it, a sync shows whether the upgrade was made. */
const undecidedMinutes = 2;
const MS_PER_SECOND = 1000;
const outOfDate = 'The price of this change is out of date. Please check it again.';

interface Upgrade {
  at: Date;
  due: Amount;
  credits: number;
  make: ProviderUpgrades['make'];
}

/** Buys nothing. */
export async function quoteChange(
  deps: UserContext,
  { product_id }: Parsed<'subscription_quote'>,
): Promise<Output<'subscription_quote'>> {
  const running = await requireSettledSubscription(deps);
  const product = planFor(deps, running, product_id);
  const at = beginOfChange(deps.now(), running.subscription.period_start);
  const upgrade = await upgradeTo(deps, running, product, at);
  return {
    begins: upgrade ? 'now' : 'next_period',
    due: upgrade?.due ?? null,
    credits: upgrade?.credits ?? 0,
    as_of: at.toISOString(),
    renews_at: running.subscription.period_end.toISOString(),
  };
}

/** An upgrade whose answer was lost may have been made: then the provider charges from another plan than ours. */
async function requireSettledSubscription(deps: UserContext): Promise<RunningSubscription> {
  const running = await requireRunningSubscription(deps);
  if (!(await undecidedUpgrades(deps.db, running.subscription).executeTakeFirst())) return running;
  await syncAfterChange(deps, running);
  return requireRunningSubscription(deps);
}

const undecidedUpgrades = (db: Db, { id, period_start }: SubscriptionRow) =>
  db
    .selectFrom('payment')
    .select('id')
    .where('subscription_id', '=', id)
    .where('status', '=', 'pending')
    .where('charge_ref', 'is', null)
    .where('period_start', '>', period_start);

/** Whole seconds, as providers divide a period, and later than its first payment; so up to a second in the future. */
function beginOfChange(now: Date, periodStart: Date): Date {
  const second = (time: Date) => Math.floor(time.getTime() / MS_PER_SECOND);
  return new Date(Math.max(second(now), second(periodStart) + 1) * MS_PER_SECOND);
}

/**
 * An upgrade begins at once if its quote (`as_of`) is accepted and the provider can charge for it, else with the next
 * period.
 */
export async function changePlan(
  deps: UserContext,
  given: Parsed<'subscription_change'>,
): Promise<Output<'subscription_change'>> {
  const running = await requireSettledSubscription(deps);
  const product = planFor(deps, running, given.product_id);
  if (given.as_of) return upgradeNow(deps, running, product, given);
  const { subscription, driver, renewals } = running;
  const { change } = renewals;
  if (change) await callProvider(deps, driver, () => change(subscription.provider_ref, product));
  await inTransaction(deps.db, async (trx) => {
    await bumpRevision(trx, await firstPaymentId(trx, subscription.id));
    await trx
      .updateTable('subscription')
      // Compared with the plan by now: a renewal may have begun another one since it was read.
      .set({
        next_product: sql`case when product->>'product_id' <> ${product.product_id} then ${JSON.stringify(product)}::jsonb end`,
      })
      .where('id', '=', subscription.id)
      .execute();
  });
  return syncAfterChange(deps, running);
}

function planFor(deps: UserContext, { subscription, renewals }: RunningSubscription, productId: string): Product {
  const product = productOf(deps.payments, productId);
  if (product.type !== 'sub') throw new AppError('conflict', { message: 'Choose a subscription.' });
  const isChargedBySite = renewals.charge !== undefined;
  if (isChargedBySite || (renewals.change && product.period === subscription.product.period)) return product;
  throw new AppError('conflict', {
    message: 'You cannot switch between these two plans. Cancel this one, then choose the other when its period ends.',
  });
}

async function upgradeTo(
  deps: UserContext,
  running: RunningSubscription,
  product: Product,
  at: Date,
): Promise<Upgrade | undefined> {
  const { subscription, driver, renewals } = running;
  const { product: current, next_product, status, cancel_at_period_end, period_start, period_end } = subscription;
  const isUpgrade = product.price.amount > current.price.amount && product.credits > current.credits;
  const isUnchanged = next_product === null && status === 'active' && !cancel_at_period_end;
  const { upgrade } = renewals;
  if (!upgrade || !isUpgrade || !isUnchanged || product.period !== current.period || at < period_start) {
    return undefined;
  }
  const due = await callProvider(deps, driver, () => upgrade.quote(subscription.provider_ref, product, at, current));
  if (!due) return undefined;
  const share = (period_end.getTime() - at.getTime()) / (period_end.getTime() - period_start.getTime());
  const credits = Math.ceil((product.credits - current.credits) * share);
  return due.amount > 0 && credits > 0 ? { at, due, credits, make: upgrade.make } : undefined;
}

async function upgradeNow(
  deps: UserContext,
  running: RunningSubscription,
  product: Product,
  { as_of, withdrawal_consent }: Parsed<'subscription_change'>,
): Promise<Output<'subscription_change'>> {
  const at = new Date(as_of!);
  if (await isPaid(deps, running, product, at)) return presentState(running.subscription); // a repeated request
  const age = deps.now().getTime() - at.getTime();
  const upgrade =
    age >= -MS_PER_SECOND && age < quoteMinutes * 60_000 ? await upgradeTo(deps, running, product, at) : undefined;
  if (!upgrade) throw new AppError('conflict', { message: outOfDate });
  const payment = await recordUpgrade(
    deps,
    running,
    product,
    upgrade,
    withdrawal_consent ? withdrawalConsentText : null,
  );
  const { subscription, driver } = running;
  const make = () => upgrade.make(subscription.provider_ref, product, at, payment.id);
  await callProvider(deps, driver, make, upgradeFailures).catch(async (error: unknown) => {
    if (!(error instanceof AppError && error.error === 'conflict')) throw error;
    await markFailed(deps, payment);
    const message = 'Your bank or the payment provider declined this. Nothing was paid, and your plan stays as it is.';
    throw new AppError('conflict', { message, cause: error });
  });
  return syncAfterChange(deps, running);
}

/** No-op if a webhook has settled the payment in the meantime. */
async function markFailed({ db }: UserContext, { id }: PaymentRow): Promise<void> {
  const unpaid = db.updateTable('payment').set({ status: 'failed' }).where('id', '=', id);
  await unpaid.where('status', '=', 'pending').execute();
}

async function isPaid(
  { db }: UserContext,
  { subscription }: RunningSubscription,
  product: Product,
  at: Date,
): Promise<boolean> {
  const known = db.selectFrom('payment').selectAll().where('subscription_id', '=', subscription.id);
  const payment = await known.where('period_start', '=', at).where('paid_at', 'is not', null).executeTakeFirst();
  return payment?.product.product_id === product.product_id;
}

/** One at a time: the price of each is counted from the plan that the provider has when it is made. */
function recordUpgrade(
  { db, now }: UserContext,
  { subscription }: RunningSubscription,
  product: Product,
  { at, due, credits }: Upgrade,
  withdrawal_consent: string | null,
): Promise<PaymentRow> {
  const restOfPeriod = { start: at, end: subscription.period_end };
  const upgrade = renewalPayment(subscription, product, restOfPeriod, now(), { price: due, credits });
  return inTransaction(db, async (trx) => {
    const current = await lockPeriod(trx, subscription);
    const isCurrent = current?.product.product_id === subscription.product.product_id && !current.next_product;
    if (!isCurrent) throw new AppError('conflict', { message: outOfDate });
    const another = await undecidedUpgrades(trx, subscription)
      .where('period_start', '!=', at)
      .where('checked_at', '>', new Date(now().getTime() - undecidedMinutes * 60_000))
      .executeTakeFirst();
    if (another) {
      const message = 'Another change of your plan is not finished yet. Please check your plan again in a few minutes.';
      throw new AppError('conflict', { message });
    }
    const payment = await insertPaymentOnce(trx, { ...upgrade, withdrawal_consent }, (payments) =>
      payments.where('subscription_id', '=', subscription.id).where('period_start', '=', at).executeTakeFirstOrThrow(),
    );
    const isSame = payment.status === 'pending' && payment.product.product_id === product.product_id;
    if (!isSame) {
      throw new AppError('conflict', { message: 'This change was already made or declined. Please check your plan.' });
    }
    await trx.updateTable('payment').set({ checked_at: now() }).where('id', '=', payment.id).execute();
    return payment;
  });
}
