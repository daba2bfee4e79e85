import { Link } from '@remix-run/react';

import type { Payment, User } from '#contract/index';

import { ButtonLink } from '~/components/button';
import { paths } from '~/lib/paths';

import { PaymentList } from './payment-list';
import { SubscriptionCard } from './subscription-card';

interface Props {
  subscription: User['subscription'];
  payments: Payment[];
}

export function PlanAndPayments({ subscription, payments }: Props) {
  return (
    <>
      <section className="grid gap-3" aria-labelledby="plan">
        <h2 className="t-card" id="plan">
          Plan
        </h2>
        {subscription ? (
          <SubscriptionCard subscription={subscription} />
        ) : (
          <div className="card flex flex-wrap items-center justify-between gap-4 p-5">
            <p className="muted">You have no subscription.</p>
            <ButtonLink to={paths.pricing()}>See plans</ButtonLink>
          </div>
        )}
      </section>
      {payments.length > 0 ? (
        <div className="grid gap-3">
          <PaymentList payments={payments} />
          <Link className="link small w-fit" to={paths.myCredits()}>
            All payments and credits
          </Link>
        </div>
      ) : null}
    </>
  );
}
