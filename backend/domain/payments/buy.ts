import { uuidv7 } from 'uuidv7';
import { paymentMethods, withdrawalConsentText, type MethodName, type Output, type Product } from '#contract';
import { inTransaction, type Db } from '#backend/db/connect';
import type { Amount, CheckoutAction, CheckoutOrder, PaymentProvider } from '#backend/providers/payments/port';
import { assertActivated } from '#backend/domain/assert-activated';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { callProvider, purchaseFailures } from './at-provider';
import { openFirstCheckout } from './first-price';
import { driverFor, notOffered, originOf, productOf } from './payment-config';
import { insertPaymentOnce, type PaymentRow } from './rows';
import { hasRunningSubscription, hasSubscribedBefore } from './subscription-state';

export interface Purchase {
  product_id: string;
  user_origin?: string | undefined;
  withdrawal_consent?: boolean | undefined;
  method: MethodName;
  sells?: Product['type'] | undefined;
  embed?: boolean | undefined;
  market?: CheckoutOrder['market'];
  key?: string | undefined;
}

const tooMany = (wait: string) => `Too many purchases were begun. Wait ${wait}, then try again.`;

/** Stored before the provider is called, so that webhooks always match a row. */
export async function buy(deps: UserContext, purchase: Purchase): Promise<Output<'stripe_buy'>> {
  await assertActivated(deps);
  const product = productOf(deps.payments, purchase.product_id);
  const driver = driverFor(deps.payments, paymentMethods[purchase.method].provider);
  assertSold(driver, purchase, product);
  const origin = originOf(deps.payments, purchase.user_origin);
  await consumeRateLimit(deps, limits.purchaseOfAccount, deps.accountId, tooMany);
  const payment = await recordOf(deps, purchase, driver, product);
  if (payment.action) return { payment_id: payment.id, action: payment.action as CheckoutAction };

  const order = await orderOf(deps, purchase, { payment, driver, origin });
  const { ref, action } = await callProvider(deps, driver, () => driver.createCheckout(order), purchaseFailures);
  await deps.db
    .updateTable('payment')
    .set({ checkout_ref: ref, action: JSON.stringify(action) })
    .where('id', '=', payment.id)
    .where('checkout_ref', 'is', null)
    .execute();
  deps.log.info({ paymentId: payment.id, provider: driver.name }, 'payment_started');
  return { payment_id: payment.id, action };
}

const wrongType = {
  sub: 'This way to pay is for subscriptions. Choose a subscription, or another way to pay for the pack.',
  once: 'This way to pay is for one-off packs. Choose a pack, or another way to pay for the subscription.',
} as const;

/** @throws AppError unless call and method sell this type */
function assertSold({ methods }: PaymentProvider, { method, sells }: Purchase, { type }: Product): void {
  if (sells && sells !== type) throw new AppError('conflict', { message: wrongType[sells] });
  if (methods.some((offered) => offered.method === method && offered.types.includes(type))) return;
  if (type === 'once') throw new AppError('not_offered', { message: notOffered });
  const message = `${paymentMethods[method].name} cannot renew by itself. Choose another way to pay, or a one-off pack.`;
  throw new AppError('conflict', { message });
}

async function recordOf(
  deps: UserContext,
  purchase: Purchase,
  driver: PaymentProvider,
  product: Product,
): Promise<PaymentRow> {
  if (product.type !== 'sub') return insertPurchase(deps.db, deps, purchase, { driver, product, due: product.price });
  return inTransaction(deps.db, async (trx) => {
    const account = trx.selectFrom('account').select('id').where('id', '=', deps.accountId);
    await account.forNoKeyUpdate().executeTakeFirstOrThrow(); // serializes the count of open checkouts
    const owner = { ...deps, db: trx };
    if (await hasRunningSubscription(owner)) {
      throw new AppError('conflict', {
        message: 'You have a subscription already. You can change or cancel it on your credits page.',
      });
    }
    const isFirst = product.first_price !== null && !(await hasSubscribedBefore(owner));
    const due = isFirst ? product.first_price! : product.price;
    const isRepeated = purchase.key !== undefined && (await paymentOfKey(trx, deps, purchase.key)) !== undefined;
    if (isFirst && !isRepeated) {
      const open = await openFirstCheckout(trx, deps, {
        productId: product.product_id,
        method: purchase.method,
        ...due,
        withdrawal_consent: consentOf(purchase),
        action: purchase.embed ? 'embed' : 'redirect',
      });
      if (open) return open;
    }
    return insertPurchase(trx, deps, purchase, { driver, product, due });
  });
}

const consentOf = ({ withdrawal_consent }: Purchase) => (withdrawal_consent ? withdrawalConsentText : null);

const paymentOfKey = (db: Db, { accountId }: UserContext, key: string) =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('request_key', '=', key)
    .executeTakeFirst();

async function insertPurchase(
  db: Db,
  deps: UserContext,
  purchase: Purchase,
  { driver, product, due }: { driver: PaymentProvider; product: Product; due: Amount },
): Promise<PaymentRow> {
  const { accountId } = deps;
  const request_key = purchase.key ?? uuidv7();
  const created = {
    id: uuidv7(),
    account_id: accountId,
    provider: driver.name,
    method: purchase.method,
    kind: product.type === 'sub' ? 'first' : 'once',
    product: JSON.stringify(product),
    credits: product.credits,
    ...due,
    request_key,
    withdrawal_consent: consentOf(purchase),
    created_at: deps.now(),
  } as const;
  const payment = await insertPaymentOnce(db, created, (payments) =>
    payments.where('account_id', '=', accountId).where('request_key', '=', request_key).executeTakeFirstOrThrow(),
  );
  const isSame = payment.product.product_id === product.product_id && payment.method === purchase.method;
  if (!isSame) throw new AppError('idempotency_mismatch');
  return payment;
}

async function orderOf(
  { db, payments, accountId }: UserContext,
  { embed = false, market }: Purchase,
  { payment, driver, origin }: { payment: PaymentRow; driver: PaymentProvider; origin: string },
): Promise<CheckoutOrder> {
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const page = (path: string) => `${origin}${path}?id=${payment.id}&type=${payment.product.type}`;
  return {
    paymentId: payment.id,
    method: payment.method as MethodName,
    product: payment.product,
    due: { amount: payment.amount, currency: payment.currency },
    buyer: { accountId, email },
    returnUrl: page('/payment-success'),
    cancelUrl: page('/payment-failed'),
    webhookUrl: payments.webhookUrl(driver.name),
    embed,
    orderedAt: payment.created_at,
    ...(market ? { market } : {}),
  };
}
