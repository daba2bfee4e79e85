import { Link } from '@remix-run/react';

import type { Product } from '#contract/index';

import { PlanCards } from '~/features/billing/plan-card';
import type { CreditPrices } from '~/features/billing/price-per-credit';
import { useUser } from '~/lib/root-data';
import { paths } from '~/lib/paths';

export function Offers({ plans, prices }: { plans: Product[]; prices: CreditPrices }) {
  const subscription = useUser()?.subscription ?? null;
  return (
    <section className="section" aria-labelledby="plans">
      <div className="wrap flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 className="t-section" id="plans">
          Pay for what you swap.
        </h2>
        <Link className="link" to={paths.pricing({ pay: 'once' })} prefetch="intent">
          Or buy credits once, without a subscription
        </Link>
      </div>
      <div className="wrap plans">
        <PlanCards products={plans} prices={prices} subscription={subscription} />
      </div>
    </section>
  );
}
