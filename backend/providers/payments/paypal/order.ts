import { z } from 'zod/v4';
import type { Charge } from '#backend/providers/payments/port';
import { fromMajor } from '#backend/providers/payments/units';

const money = z.object({ currency_code: z.string(), value: z.string() });

const capture = z.object({ id: z.string(), status: z.string(), amount: money });

export const order = z.object({
  id: z.string(),
  status: z.string(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
  purchase_units: z
    .array(
      z.object({
        amount: money.optional(),
        payments: z
          .object({ captures: z.array(capture).default([]), refunds: z.array(z.object({ amount: money })).default([]) })
          .optional(),
      }),
    )
    .default([]),
});
export type PaypalOrder = z.output<typeof order>;

const captureStates: Record<string, Charge['status']> = {
  COMPLETED: 'paid',
  PENDING: 'pending',
  DECLINED: 'failed',
  FAILED: 'failed',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'partially_refunded',
};

/** From the capture, not the order. */
export function chargeOfOrder({ status, purchase_units }: PaypalOrder): Charge {
  const unit = purchase_units[0];
  const captured = unit?.payments?.captures[0];
  if (!captured) {
    const paid = unit?.amount ? fromMajor(unit.amount.value, unit.amount.currency_code) : null;
    return { ref: null, status: status === 'VOIDED' ? 'cancelled' : 'created', paid, refunded: 0 };
  }
  const { id: ref, status: state, amount } = captured;
  const paid = fromMajor(amount.value, amount.currency_code);
  const refunded = (unit.payments?.refunds ?? []).reduce(
    (sum, refund) => sum + fromMajor(refund.amount.value, refund.amount.currency_code).amount,
    0,
  );
  return { ref, status: captureStates[state] ?? 'pending', paid, refunded };
}

export const approvalLink = ({ links }: Pick<PaypalOrder, 'links'>) =>
  links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href;
