import { z } from 'zod/v4';
import { addPeriods, type Product } from '#contract';
import { ProviderRefused } from '#backend/providers/payments/port';
import type { Amount, Charge, CheckoutOrder, CheckoutState, PaymentRef } from '#backend/providers/payments/port';
import { fromMajor, toMajor } from '#backend/providers/payments/units';
import type { Paypal } from './client';
import { withDispute } from './dispute';

const created = z.object({ id: z.string() });
const links = z.array(z.object({ rel: z.string(), href: z.string() }));
const state = z.object({ id: z.string(), status: z.string(), start_time: z.string().optional() });
const money = z.object({ currency_code: z.string(), value: z.string() });
const transactions = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string(),
        status: z.string(),
        time: z.string(),
        amount_with_breakdown: z.object({ gross_amount: money }),
      }),
    )
    .default([]),
});

const priceOf = (amount: Amount) => ({
  pricing_scheme: { fixed_price: { currency_code: amount.currency, value: toMajor(amount) } },
});

function cyclesOf({ price, period }: Product, due: Amount) {
  const frequency = { interval_unit: period === 'year' ? 'YEAR' : 'MONTH', interval_count: 1 };
  const regular = { frequency, tenure_type: 'REGULAR', total_cycles: 0, ...priceOf(price) };
  if (due.amount === price.amount) return [{ ...regular, sequence: 1 }];
  const first = { frequency, tenure_type: 'TRIAL', sequence: 1, total_cycles: 1, ...priceOf(due) };
  return [first, { ...regular, sequence: 2 }];
}

/** Idempotency keys reuse products and plans; the number in a plan's key changes with its content. */
async function planFor(paypal: Paypal, product: Product, due: Amount): Promise<string> {
  const key = `${product.product_id}-${product.price.amount}-${due.amount}-${due.currency}`;
  const thing = { name: product.name, type: 'DIGITAL', category: 'SOFTWARE' };
  const { id: product_id } = await paypal.post('/v1/catalogs/products', thing, created, `product-${key}`);
  const plan = {
    product_id,
    name: `${product.name}: ${product.description}`,
    billing_cycles: cyclesOf(product, due),
    // A missed cycle gave no credits: its amount is not to be added to the next payment.
    payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: 3 },
  };
  return (await paypal.post('/v1/billing/plans', plan, created, `plan-2-${key}`)).id;
}

export async function startSubscription(paypal: Paypal, order: CheckoutOrder) {
  const plan_id = await planFor(paypal, order.product, order.due);
  const { returnUrl: return_url, cancelUrl: cancel_url } = order;
  const application_context = {
    return_url,
    cancel_url,
    user_action: 'SUBSCRIBE_NOW',
    shipping_preference: 'NO_SHIPPING',
  };
  const body = { plan_id, custom_id: order.paymentId, application_context };
  return paypal.post('/v1/billing/subscriptions', body, created.extend({ links }), order.paymentId);
}

const states: Record<string, Charge['status']> = {
  COMPLETED: 'paid',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'partially_refunded',
};

/** PayPal collects on a period's first day, usually at 10:00 UTC: up to a day before the time of the first payment. */
const earliestMs = 86_400_000;

/** Each completed transaction is one period: the next one, or, after missed cycles, the one in which it was paid. */
export async function stateOfSubscription(paypal: Paypal, ref: PaymentRef, now: Date): Promise<CheckoutState> {
  const path = `/v1/billing/subscriptions/${ref.checkoutRef}`;
  const subscription = await paypal.get(path, state);
  const unpaid = (status: Charge['status']) => ({ charge: { ref: null, status, paid: null, refunded: 0 } });
  if (subscription.status === 'APPROVAL_PENDING') return unpaid('created');
  const from = new Date(ref.purchasedAt.getTime() - 86_400_000).toISOString();
  const query = new URLSearchParams({ start_time: from, end_time: new Date(now.getTime() + 86_400_000).toISOString() });
  const { transactions: all } = await paypal.get(`${path}/transactions?${query}`, transactions);
  const paid = all.filter(({ status }) => states[status]).sort((a, b) => a.time.localeCompare(b.time));
  const told = await Promise.all(paid.map((transaction) => chargeOf(paypal, transaction, ref, now)));
  const [first] = paid;
  const isOver = subscription.status === 'CANCELLED' || subscription.status === 'EXPIRED';
  if (!first) return unpaid(isOver ? 'cancelled' : 'pending');

  const start = new Date(first.time);
  const period = ref.product.period ?? 'month';
  let cycle = -1;
  const charges = told.map((charge, index) => {
    const latestStart = new Date(new Date(paid[index]!.time).getTime() + earliestMs);
    do cycle++;
    while (addPeriods(start, period, cycle + 1) <= latestStart);
    const [periodStart, periodEnd] = [addPeriods(start, period, cycle), addPeriods(start, period, cycle + 1)];
    return { ...charge, periodStart, periodEnd };
  });
  const { periodStart, periodEnd } = charges.at(-1)!;
  const status = isOver && periodEnd <= now ? 'ended' : subscription.status === 'SUSPENDED' ? 'past_due' : 'active';
  return {
    charge: charges[0]!,
    subscription: {
      ref: subscription.id,
      status,
      startedAt: start,
      periodStart,
      periodEnd,
      cancelAtPeriodEnd: isOver,
      renewals: charges.slice(1),
    },
  };
}

/** PayPal's dispute window, with a margin. */
const disputeDays = 190;

async function chargeOf(
  paypal: Paypal,
  { id, status, time, amount_with_breakdown }: z.output<typeof transactions>['transactions'][number],
  { eventChargeRef }: PaymentRef,
  now: Date,
): Promise<Charge & { ref: string }> {
  const { value, currency_code } = amount_with_breakdown.gross_amount;
  const paid = fromMajor(value, currency_code);
  const known = states[status]!;
  const refunded = known === 'paid' ? 0 : known === 'refunded' ? paid.amount : await refundedOf(paypal, id);
  const charge = { ref: id, status: known, paid, refunded };
  const isOld = now.getTime() - new Date(time).getTime() > disputeDays * 86_400_000;
  return isOld ? charge : withDispute(paypal, charge, eventChargeRef);
}

const captured = z.object({
  seller_receivable_breakdown: z.object({ total_refunded_amount: money.optional() }).optional(),
});

/** Missing in the transaction list. */
async function refundedOf(paypal: Paypal, id: string): Promise<number> {
  const { seller_receivable_breakdown } = await paypal.get(`/v2/payments/captures/${id}`, captured);
  const back = seller_receivable_breakdown?.total_refunded_amount;
  if (!back) throw new ProviderRefused('PayPal reports no amount for a partial refund.');
  return fromMajor(back.value, back.currency_code).amount;
}
