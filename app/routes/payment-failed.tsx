import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { ButtonLink } from '~/components/button';
import { OutcomeCard } from '~/features/billing/outcome';
import { loadFailed, type FailedOutcome } from '~/features/billing/outcome.server';
import { UnclearOutcome } from '~/features/billing/unclear-outcome';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';

export const meta = () => pageMeta({ title: 'Your payment', personal: true });

export const loader = (args: LoaderFunctionArgs) => loadFailed(args);

export default function PaymentFailed() {
  const outcome = useLoaderData<typeof loader>() as FailedOutcome;
  if (!('payment' in outcome)) return <UnclearOutcome outcome={outcome} />;
  const { payment } = outcome;
  const isOpen = payment.status === 'created';
  return (
    <OutcomeCard
      icon="refused"
      tone="bad"
      title={isOpen ? 'Nothing was paid' : 'The payment did not go through'}
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
      <p>
        {isOpen
          ? 'You left the checkout before it was done. It is kept for a day, should you want to go on.'
          : 'The provider or your bank has said no, and no money was taken. Often another card or method helps.'}
      </p>
      <OtherMethods {...outcome} />
    </OutcomeCard>
  );
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
