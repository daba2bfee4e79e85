import { Form, Link } from '@remix-run/react';

import type { Payment } from '#contract/index';
import { isMethodName, paymentMethods } from '#contract/methods';

import { Button } from '~/components/button';
import { Field } from '~/components/field';
import { Money } from '~/components/money';
import { Time } from '~/components/time';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';

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

interface Props {
  payments: Payment[];
  /** Of all payments. */
  page?: number;
  refused?: FormState;
}

export function PaymentList({ payments, page, refused }: Props) {
  const { intent, payment_id: asked } = refused?.values ?? {};
  if (payments.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="payments">
      <h2 className="t-card" id="payments">
        Payments
      </h2>
      <ul className="grid gap-2">
        {payments.map((payment) => (
          <PaymentRow
            key={payment.payment_id}
            payment={payment}
            page={page}
            refused={intent === 'refund' && asked === payment.payment_id ? refused : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

type RowProps = { payment: Payment } & Pick<Props, 'page' | 'refused'>;

function PaymentRow({ payment, page, refused }: RowProps) {
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
        {canAsk ? <AskForRefund paymentId={payment_id} page={page} refused={refused} /> : null}
      </div>
    </li>
  );
}

function AskForRefund({ paymentId, page, refused }: { paymentId: string } & Pick<Props, 'page' | 'refused'>) {
  return (
    <details open={refused !== undefined}>
      <summary className="link">Ask for a refund</summary>
      <Form method="post" action={paths.myCredits({ payments: page })} className="mt-3 grid gap-3">
        <input type="hidden" name="intent" value="refund" />
        <input type="hidden" name="payment_id" value={paymentId} />
        <Field
          label="Why would you like a refund?"
          name="reason"
          required
          maxLength={2000}
          autoComplete="off"
          defaultValue={refused?.values.reason}
          error={refused?.fields.reason}
        />
        <p className="hint">Credits go back with their money. A person reads this, and answers by mail.</p>
        <Button type="submit" size="small">
          Send the request
        </Button>
      </Form>
    </details>
  );
}
