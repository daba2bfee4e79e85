import { addPeriods } from '#contract';
import type { Charge, CheckoutTruth, SubscriptionTruth } from '../port';
import type { TillRecord } from './till';

/** What the sandbox says of a checkout at a moment; time alone pays what is late and renews what runs. */
export function truthOf(record: TillRecord, now: Date): CheckoutTruth {
  const charge = chargeOf(record, now);
  const hasStarted = record.product.type === 'sub' && charge.ref !== null;
  return hasStarted ? { charge, subscription: subscriptionOf(record, now) } : { charge };
}

function chargeOf(record: TillRecord, now: Date): Charge {
  const unpaid = { ref: null, paid: record.due, refunded: 0 };
  if (record.outcome === null) return { ...unpaid, status: 'created' };
  if (record.outcome === 'fail') return { ...unpaid, status: 'failed' };
  if (record.paidAt === null || new Date(record.paidAt) > now) return { ...unpaid, status: 'pending' };
  const { refunded } = record;
  const status = refunded === 0 ? 'paid' : refunded < record.due.amount ? 'partially_refunded' : 'refunded';
  return { ref: `${record.id}:1`, status, paid: record.due, refunded };
}

function subscriptionOf(record: TillRecord, now: Date): SubscriptionTruth {
  const start = new Date(record.paidAt!);
  const { period } = record.product;
  const begin = (count: number) => addPeriods(start, period ?? 'month', count);
  const isOver = (moment: Date) => record.cancelledAt !== null && new Date(record.cancelledAt) < moment;
  const renewals: SubscriptionTruth['renewals'] = [];
  let count = 1;
  for (; begin(count) <= now && !isOver(begin(count)); count++) {
    const price = (record.nextProduct ?? record.product).price;
    const common = { status: 'paid' as const, paid: price, refunded: 0 };
    renewals.push({
      ref: `${record.id}:${count + 1}`,
      ...common,
      periodStart: begin(count),
      periodEnd: begin(count + 1),
    });
  }
  const periodEnd = begin(count);
  return {
    ref: record.id,
    status: isOver(periodEnd) && periodEnd <= now ? 'ended' : 'active',
    startedAt: start,
    periodStart: begin(count - 1),
    periodEnd,
    cancelAtPeriodEnd: record.cancelledAt !== null,
    renewals,
  };
}
