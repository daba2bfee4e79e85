import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import type { Payment } from '#contract/index';

import { ButtonLink } from '~/components/button';
import { OutcomeCard } from '~/features/billing/outcome';
import { loadFailed, type FailedOutcome } from '~/features/billing/load-outcome.server';
import { UnclearOutcome } from '~/features/billing/unclear-outcome';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';

export const meta = () => pageMeta({ title: 'Your payment', personal: true });

export const loader = (args: LoaderFunctionArgs) => loadFailed(args);

export default function PaymentFailed() {
  const outcome = useLoaderData<typeof loader>();
  if (!('payment' in outcome)) return <UnclearOutcome outcome={outcome} />;
  const { payment } = outcome;
  return (
    <OutcomeCard
      icon="refused"
      tone="bad"
      title={payment.status === 'failed' ? 'The payment did not go through' : 'Nothing was paid'}
      next={
        <>
          {payment.can_continue ? (
            <>
              <ButtonLink look="primary" to={paths.pay(payment.payment_id)}>
                Back to the checkout
              </ButtonLink>
              <ButtonLink to={paths.pricing({ product: payment.product.product_id })}>Choose another way</ButtonLink>
            </>
          ) : (
            <ButtonLink look="primary" to={paths.pricing({ product: payment.product.product_id })}>
              Try again
            </ButtonLink>
          )}
          <ButtonLink to={paths.contact()}>Write to us</ButtonLink>
        </>
      }
    >
      <p>{reasonOf(payment)}</p>
      <OtherMethods {...outcome} />
    </OutcomeCard>
  );
}

function reasonOf({ status, can_continue }: Payment): string {
  if (can_continue) return 'You left the checkout before it was done. It is kept for a day, should you want to go on.';
  if (status === 'cancelled') return 'The payment was cancelled, and no money was taken.';
  if (status === 'failed')
    return 'The provider or your bank has said no, and no money was taken. Often another card or method helps.';
  return 'The checkout was not finished in time and is closed now. No money was taken.';
}

function OtherMethods({ otherMethods, payment }: Extract<FailedOutcome, { payment: unknown }>) {
  if (otherMethods.length === 0) return null;
  return (
    <nav className="mt-2 grid gap-3" aria-label="Other ways to pay">
      <p>Or pay another way:</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {otherMethods.map(({ method, name }) => (
          <li key={method}>
            <ButtonLink size="small" to={paths.pricing({ product: payment.product.product_id, method })}>
              {name}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
