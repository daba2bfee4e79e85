import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

import type { Payment } from '#contract/index';
import { formatNumber } from '#shared/format-number';

import { ButtonLink } from '~/components/button';
import { Money } from '~/components/money';
import { OutcomeCard } from '~/features/billing/outcome';
import { loadSuccess, type Outcome } from '~/features/billing/load-outcome.server';
import { UnclearOutcome } from '~/features/billing/unclear-outcome';
import { useRefreshWhile } from '~/lib/use-refresh-while';
import { useUser } from '~/lib/root-data';
import { RefreshWithoutScript } from '~/components/refresh-without-script';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';

export const meta = () => pageMeta({ title: 'Your payment', personal: true });

export const loader = (args: LoaderFunctionArgs) => loadSuccess(args);

export default function PaymentSuccess() {
  const outcome = useLoaderData<typeof loader>();
  useRefreshWhile(outcome.state === 'pending');
  switch (outcome.state) {
    case 'paid':
      return <Paid {...outcome} />;
    case 'pending':
      return <Pending payment={outcome.payment} />;
    case 'short':
      return <Short payment={outcome.payment} />;
    case 'returned':
      return <Returned payment={outcome.payment} />;
    case 'failed':
      return null; // redirected by the loader
    default:
      return <UnclearOutcome outcome={outcome} />;
  }
}

function Paid({ payment, balance, unpaidSwap }: Extract<Outcome, { state: 'paid' }>) {
  const shown = useUser()?.credit_num;
  const { revalidate } = useRevalidator();
  // The root loader may precede the grant.
  useEffect(() => {
    if (shown !== undefined && shown < balance) revalidate();
  }, [shown, balance, revalidate]);
  return (
    <OutcomeCard
      icon="check"
      tone="good"
      title={`${formatNumber(payment.credits)} credits are yours`}
      next={
        <>
          <ButtonLink look="primary" to={unpaidSwap ?? paths.faceSwap()}>
            {unpaidSwap ? 'Back to your swap' : 'Start a swap'}
          </ButtonLink>
          <ButtonLink to={paths.invoice(payment.payment_id)}>Invoice</ButtonLink>
        </>
      }
    >
      <p>
        {payment.product.name} is paid: <Money amount={payment.amount} currency={payment.currency} />. Your balance is{' '}
        {formatNumber(balance)} credits.
      </p>
    </OutcomeCard>
  );
}

function Pending({ payment }: { payment: Payment }) {
  return (
    <OutcomeCard
      icon="clock"
      tone="waiting"
      title="Your payment is on its way"
      next={
        <>
          <ButtonLink to={paths.myCredits()}>My credits</ButtonLink>
          {payment.can_continue ? (
            <ButtonLink to={paths.pay(payment.payment_id)}>Back to the checkout</ButtonLink>
          ) : null}
        </>
      }
    >
      <RefreshWithoutScript seconds={4} />
      <p role="status">
        The provider has not confirmed it yet. Most payments take a few seconds, some methods minutes, a bank transfer
        up to two days.
      </p>
      <p>This page looks again by itself. You can also close it: the credits arrive without it.</p>
    </OutcomeCard>
  );
}

function Short({ payment }: { payment: Payment }) {
  return (
    <OutcomeCard
      icon="info"
      tone="waiting"
      title="We received part of the payment"
      next={
        <>
          <ButtonLink look="primary" to={paths.contact()}>
            Write to us
          </ButtonLink>
          <ButtonLink to={paths.myCredits()}>My credits</ButtonLink>
        </>
      }
    >
      <p>
        {payment.product.name} costs <Money amount={payment.amount} currency={payment.currency} />, and the provider has
        less than that. With crypto, an exchange’s fee is often the reason.
      </p>
      <p>Nothing is lost: write to us, and a person credits it or gives it back.</p>
    </OutcomeCard>
  );
}

function Returned({ payment }: { payment: Payment }) {
  const { title, words } = returned[payment.status] ?? refunded;
  const invoice = <ButtonLink to={paths.invoice(payment.payment_id)}>Invoice</ButtonLink>;
  return (
    <OutcomeCard
      icon="info"
      tone="bad"
      title={title}
      next={
        <>
          <ButtonLink to={paths.myCredits()}>My credits</ButtonLink>
          {payment.paid_at ? invoice : null}
        </>
      }
    >
      <p>{words}</p>
    </OutcomeCard>
  );
}

const refunded = {
  title: 'This payment was refunded',
  words: 'Its money has gone back to where it came from, and its credits with it.',
};

const returned: Partial<Record<Payment['status'], typeof refunded>> = {
  refunded,
  partially_refunded: {
    title: 'This payment was partly refunded',
    words: 'That part has gone back to where it came from, and its share of the credits with it. The others are yours.',
  },
  disputed: {
    title: 'This payment is disputed',
    words: 'Your bank has called it back. Its credits wait until that is decided.',
  },
};
