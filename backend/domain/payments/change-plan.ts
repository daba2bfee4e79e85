import { uuidv7 } from 'uuidv7';
import { withdrawalConsentText, type Output, type Parsed, type Product } from '#contract';
import type { Amount, ProviderUpgrades } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';
import type { Signed } from '#backend/domain/context';
import { atProvider } from './at-provider';
import { productOf } from './payment-config';
import { follow, running, stateOf, type Running } from './manage-subscription';
import type { PaymentRow } from './rows';
import { newestSubscription } from './subscription-state';

/** How long a buyer may think about what a dearer plan costs for the rest of the period. */
const quoteMinutes = 60;

interface Upgrade {
  at: Date;
  due: Amount;
  /** What the dearer plan has more, for the rest of the period. */
  credits: number;
  make: ProviderUpgrades['make'];
}

/** What a change to another plan would mean: at once and for how much, or with the next period. Nothing is changed. */
export async function quoteChange(
  deps: Signed,
  { product_id }: Parsed<'subscription_quote'>,
): Promise<Output<'subscription_quote'>> {
  const it = await running(deps);
  const product = planFor(deps, it, product_id);
  const at = new Date(Math.floor(deps.now().getTime() / 1000) * 1000);
  const upgrade = await upgradeTo(deps, it, product, at);
  return {
    begins: upgrade ? 'now' : 'next_period',
    due: upgrade?.due ?? null,
    credits: upgrade?.credits ?? 0,
    as_of: at.toISOString(),
    renews_at: it.subscription.period_end.toISOString(),
  };
}

/**
 * Changes the plan. A dearer one begins at once where its quote was agreed to (`as_of`) and the provider can charge for the
 * rest of the period; else, and always for a cheaper one, what has been paid is used up first and nothing is charged now.
 */
export async function changePlan(
  deps: Signed,
  given: Parsed<'subscription_change'>,
): Promise<Output<'subscription_change'>> {
  const it = await running(deps);
  const product = planFor(deps, it, given.product_id);
  if (given.as_of) return upgradeNow(deps, it, product, given);
  const { subscription, driver, renewals } = it;
  const { change } = renewals;
  if (change) await atProvider(deps, driver, () => change(subscription.provider_ref, product));
  const isBack = product.product_id === subscription.product.product_id;
  await deps.db
    .updateTable('subscription')
    .set({ next_product: isBack ? null : JSON.stringify(product) })
    .where('id', '=', subscription.id)
    .execute();
  return stateOf((await newestSubscription(deps))!);
}

/** The plan somebody may change to. @throws AppError */
function planFor(deps: Signed, { subscription, renewals }: Running, productId: string): Product {
  const product = productOf(deps.payments, productId);
  if (product.type !== 'sub') throw new AppError('conflict', { message: 'Choose a subscription.' });
  const isOurs = renewals.charge !== undefined;
  if (isOurs || (renewals.change && product.period === subscription.product.period)) return product;
  throw new AppError('conflict', {
    message: 'This plan cannot be changed into that one. Cancel it, and choose the other when its period is over.',
  });
}

/** What the dearer plan costs and brings for the rest of the period; nothing where it has to wait for the next one. */
async function upgradeTo(deps: Signed, it: Running, product: Product, at: Date): Promise<Upgrade | undefined> {
  const { subscription, driver, renewals } = it;
  const { product: current, next_product, status, cancel_at_period_end, period_start, period_end } = subscription;
  const isDearer = product.price.amount > current.price.amount && product.credits > current.credits;
  const isPlain = next_product === null && status === 'active' && !cancel_at_period_end;
  const { upgrade } = renewals;
  if (!upgrade || !isDearer || !isPlain || product.period !== current.period || at < period_start) return undefined;
  const due = await atProvider(deps, driver, () => upgrade.quote(subscription.provider_ref, product, at));
  const share = (period_end.getTime() - at.getTime()) / (period_end.getTime() - period_start.getTime());
  const credits = Math.ceil((product.credits - current.credits) * share);
  return due.amount > 0 && credits > 0 ? { at, due, credits, make: upgrade.make } : undefined;
}

/**
 * The payment is written before the provider is asked, so that its charge is about something we know, whoever tells of it
 * first; a second press of the button finds the same one.
 */
async function upgradeNow(
  deps: Signed,
  it: Running,
  product: Product,
  { as_of, withdrawal_consent }: Parsed<'subscription_change'>,
): Promise<Output<'subscription_change'>> {
  const at = new Date(as_of!);
  if (await isPaid(deps, it, product, at)) return stateOf(it.subscription); // pressed twice
  const age = deps.now().getTime() - at.getTime();
  const upgrade = age >= 0 && age < quoteMinutes * 60_000 ? await upgradeTo(deps, it, product, at) : undefined;
  if (!upgrade) throw new AppError('conflict', { message: 'What this costs has changed. Please look at it again.' });
  const payment = await recordOf(deps, it, product, upgrade, withdrawal_consent ? withdrawalConsentText : null);
  const { subscription, driver } = it;
  await atProvider(deps, driver, () => upgrade.make(subscription.provider_ref, product, at, payment.id)).catch(
    async (error: unknown) => {
      if (!(error instanceof AppError && error.error === 'conflict')) throw error;
      await giveUp(deps, payment);
      const message =
        'Your bank or the payment provider did not accept this. Nothing was paid, and your plan goes on as it is.';
      throw new AppError('conflict', { message, cause: error });
    },
  );
  return follow(deps, it);
}

/** Unless somebody has told us meanwhile that it was paid after all. */
async function giveUp({ db }: Signed, { id }: PaymentRow): Promise<void> {
  const unpaid = db.updateTable('payment').set({ status: 'failed' }).where('id', '=', id);
  await unpaid.where('status', '=', 'pending').execute();
}

async function isPaid({ db }: Signed, { subscription }: Running, product: Product, at: Date): Promise<boolean> {
  const known = db.selectFrom('payment').selectAll().where('subscription_id', '=', subscription.id);
  const payment = await known.where('period_start', '=', at).where('paid_at', 'is not', null).executeTakeFirst();
  return payment?.product.product_id === product.product_id;
}

async function recordOf(
  { db, now }: Signed,
  { subscription }: Running,
  product: Product,
  { at, due, credits }: Upgrade,
  withdrawal_consent: string | null,
): Promise<PaymentRow> {
  const { id, account_id, provider, method, period_end } = subscription;
  await db
    .insertInto('payment')
    .values({
      ...{ id: uuidv7(), account_id, provider, method, kind: 'renewal', product: JSON.stringify(product), credits },
      ...due,
      ...{
        status: 'pending',
        subscription_id: id,
        period_start: at,
        period_end,
        withdrawal_consent,
        created_at: now(),
      },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = db.selectFrom('payment').selectAll().where('subscription_id', '=', id).where('period_start', '=', at);
  const payment = await known.executeTakeFirstOrThrow();
  const isSame = payment.status === 'pending' && payment.product.product_id === product.product_id;
  if (isSame) return payment;
  throw new AppError('conflict', { message: 'This has been decided already. Please look at your plan again.' });
}
