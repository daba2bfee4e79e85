import { addPeriods, type Product } from '#contract';
import type { Amount, Charge, CheckoutState, RenewalCharge, SubscriptionState } from '#backend/providers/payments/port';
import type { CheckoutRecord } from './checkout';

export function checkoutStateOf(record: CheckoutRecord, now: Date): CheckoutState {
  const charge = chargeOf(record, now);
  const hasStarted = record.product.type === 'sub' && charge.ref !== null;
  return hasStarted ? { charge, subscription: subscriptionOf(record, now) } : { charge };
}

function chargeOf(record: CheckoutRecord, now: Date): Charge {
  const unpaid = { ref: null, paid: record.due, refunded: 0 };
  if (record.isExpired) return { ...unpaid, status: 'expired' };
  if (record.outcome === null) return { ...unpaid, status: 'created' };
  if (record.outcome === 'fail') return { ...unpaid, status: 'failed' };
  if (record.paidAt === null || new Date(record.paidAt) > now) return { ...unpaid, status: 'pending' };
  const { refunded } = record;
  const status = refunded === 0 ? 'paid' : refunded < record.due.amount ? 'partially_refunded' : 'refunded';
  return { ref: `${record.id}:1`, status, paid: record.due, refunded };
}

function subscriptionOf(record: CheckoutRecord, now: Date): SubscriptionState {
  const start = new Date(record.paidAt!);
  const { period } = record.product;
  const begin = (count: number) => addPeriods(start, period ?? 'month', count);
  const isOver = (moment: Date) => record.cancelledAt !== null && new Date(record.cancelledAt) < moment;
  const renewals: RenewalCharge[] = [];
  const common = { status: 'paid' as const, refunded: 0 };
  let count = 1;
  for (; begin(count) <= now && !isOver(begin(count)); count++) {
    const paid = planAt(record, begin(count)).price;
    const whole = { periodStart: begin(count), periodEnd: begin(count + 1) };
    renewals.push({ ref: `${record.id}:${count + 1}`, ...common, paid, ...whole });
  }
  const periodEnd = begin(count);
  for (const { from, paid } of record.changes) {
    const periodStart = new Date(from);
    if (paid) renewals.push({ ref: `${record.id}:${from}`, ...common, paid, periodStart, periodEnd, isUpgrade: true });
  }
  return {
    ref: record.id,
    status: isOver(periodEnd) && periodEnd <= now ? 'ended' : 'active',
    startedAt: start,
    periodStart: begin(count - 1),
    periodEnd,
    cancelAtPeriodEnd: record.cancelledAt !== null,
    renewals: renewals.sort((a, b) => a.periodStart.getTime() - b.periodStart.getTime()),
  };
}

type Change = CheckoutRecord['changes'][number];

export const withChange = ({ changes }: CheckoutRecord, change: Change) => [
  ...changes.filter(({ from }) => from < change.from),
  change,
];

const planAt = ({ changes, product }: CheckoutRecord, moment: Date): Product =>
  changes.findLast(({ from }) => new Date(from) <= moment)?.product ?? product;

/** For the rest of the period. */
export function upgradePrice(record: CheckoutRecord, product: Product, at: Date): Amount {
  const { periodStart, periodEnd } = subscriptionOf(record, at);
  const share = (periodEnd.getTime() - at.getTime()) / (periodEnd.getTime() - periodStart.getTime());
  const { currency, amount } = product.price;
  return { amount: Math.round((amount - planAt(record, at).price.amount) * share), currency };
}
