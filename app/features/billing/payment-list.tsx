import { Form, Link } from '@remix-run/react';

import type { Payment } from '#contract/index';
import { isMethodName, paymentMethods } from '#contract/methods';

import { Button } from '~/components/button';
import { Time } from '~/components/time';
import { paths } from '~/lib/paths';

import { Money } from '~/components/money';

const states: Record<Payment['status'], string> = {
  created: 'Not paid',
  pending: 'Pending',
  requires_action: 'Action required',
  paid: 'Paid',
  partially_paid: 'Partly paid: contact us',
  failed: 'Failed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
};

export function PaymentList({ payments }: { payments: Payment[] }) {
  if (payments.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="payments">
      <h2 className="t-card" id="payments">
        Payments
      </h2>
      <ul className="grid gap-2">
        {payments.map((payment) => (
          <PaymentRow key={payment.payment_id} payment={payment} />
        ))}
      </ul>
    </section>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { payment_id, product, method, amount, currency, status, refunded, created_at, paid_at } = payment;
  const canRetry = !payment.can_continue && ['created', 'failed', 'expired', 'cancelled'].includes(status);
  const canAsk = (status === 'paid' || status === 'partially_refunded') && !payment.refund_requested;
  return (
    <li className="card grid gap-2 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b>{product.name}</b>
        <Money amount={amount} currency={currency} />
      </div>
      <p className="small muted">
        <Time value={created_at} />, {isMethodName(method) ? paymentMethods[method].name : method}: {states[status]}
        {refunded > 0 && refunded < amount ? (
          <>
            : <Money amount={refunded} currency={currency} />
          </>
        ) : null}
        {payment.refund_requested ? ', refund requested' : ''}
      </p>
      <div className="small flex flex-wrap items-center gap-x-5 gap-y-2">
        {paid_at ? (
          <Link className="link" to={paths.invoice(payment_id)}>
            Invoice
          </Link>
        ) : null}
        {payment.can_continue ? (
          <Link className="link" to={paths.pay(payment_id)}>
            Continue the payment
          </Link>
        ) : null}
        {canRetry ? (
          <Link className="link" to={paths.pricing({ product: product.product_id })}>
            Try again
          </Link>
        ) : null}
        {canAsk ? <AskForRefund paymentId={payment_id} /> : null}
      </div>
    </li>
  );
}

function AskForRefund({ paymentId }: { paymentId: string }) {
  return (
    <details>
      <summary className="link">Ask for a refund</summary>
      <Form method="post" action={paths.myCredits()} className="mt-3 grid gap-3">
        <input type="hidden" name="intent" value="refund" />
        <input type="hidden" name="payment_id" value={paymentId} />
        <label className="field">
          <span className="field__label">Why would you like a refund?</span>
          <input className="input" name="reason" required maxLength={2000} />
        </label>
        <p className="hint">Credits go back with their money. A person reads this, and answers by mail.</p>
        <Button type="submit" size="small">
          Send the request
        </Button>
      </Form>
    </details>
  );
}
