import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { Tabs } from '~/components/tabs';
import { ChangePlan } from '~/features/billing/change-plan';
import { Checkout } from '~/features/billing/checkout';
import { PlanCards } from '~/features/billing/plan-card';
import { CreditTable, PricingQuestions, questions, PaymentMethods } from '~/features/billing/pricing-facts';
import { pricingAction } from '~/features/billing/pricing-action.server';
import { loadPricing } from '~/features/billing/load-pricing.server';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { useFocusError } from '~/lib/use-focus-error';
import { useFocusHeading } from '~/lib/use-focus-heading';
import { useRefreshAfterBack } from '~/lib/use-refresh-after-back';
import { useActionAnswer } from '~/lib/use-action-answer';

export const meta = () =>
  pageMeta({
    title: 'Pricing',
    description: 'Subscriptions and one-off credit packs for photos, GIFs and videos. A swap that fails costs nothing.',
  });

export const handle = { questions };

export const loader = (args: LoaderFunctionArgs) => loadPricing(args);

export const action = (args: ActionFunctionArgs) => pricingAction(args);

type Data = Awaited<ReturnType<typeof loadPricing>>;

export default function Pricing() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionAnswer<FormState>();
  useFocusError(refused);
  useFocusHeading(data.step);
  useRefreshAfterBack();
  if (data.step === 'plans') return <Plans {...data} />;
  const { subscription, product, quote } = data;
  return (
    <main id="main" className="wrap checkout-page">
      {subscription && quote ? (
        <ChangePlan product={product} subscription={subscription} quote={quote} refused={refused} />
      ) : (
        <Checkout {...data} isFirst={subscription === null} refused={refused} />
      )}
    </main>
  );
}

function Plans({ type, period, products, methods, isTest, prices, subscription }: Extract<Data, { step: 'plans' }>) {
  return (
    <main id="main">
      <section className="wrap pricing-head">
        <h1 className="t-hero">Pay for what you swap.</h1>
        <p className="lead">One balance for photos, GIFs and videos. A swap that fails costs nothing.</p>
        <div className="flex flex-wrap gap-3">
          <Tabs
            label="How to pay"
            tabs={[
              { to: paths.pricing(), label: 'Subscription', isOn: type === 'sub' },
              { to: paths.pricing({ pay: 'once' }), label: 'One-off', isOn: type === 'once' },
            ]}
          />
          {type === 'sub' ? (
            <Tabs
              label="Period"
              tabs={[
                { to: paths.pricing(), label: 'By the month', isOn: period === 'month' },
                { to: paths.pricing({ period: 'year' }), label: 'By the year', isOn: period === 'year' },
              ]}
            />
          ) : null}
        </div>
      </section>
      <section className="wrap plans" aria-label={type === 'sub' ? 'Subscriptions' : 'One-off packs'}>
        <PlanCards products={products} prices={prices} subscription={subscription} />
      </section>
      <p className="wrap small faint mt-4">
        {type === 'sub'
          ? `Every plan has everything: photos, GIFs and videos.${
              subscription === null ? ` The lower price is for your first ${period}.` : ''
            } Cancel with one click and keep the credits.`
          : 'Packs are paid once. Their credits stay until you use them.'}
      </p>
      <CreditTable prices={prices} />
      <PaymentMethods methods={methods} isTest={isTest} />
      <PricingQuestions />
    </main>
  );
}
