import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { ButtonLink } from '~/components/button';
import { Icon } from '~/components/icon';
import { Pager } from '~/components/pager';
import { creditNoun } from '~/lib/credits';
import { PaymentList } from '~/features/billing/payment-list';
import { loadPayments } from '~/features/billing/load-payments.server';
import { billingAction } from '~/features/billing/billing-action.server';
import { SubscriptionCard } from '~/features/billing/subscription-card';
import { CreditLedger } from '~/features/my/credit-ledger';
import { MyPage } from '~/features/shell/my-page';
import { EmptyState } from '~/components/empty-state';
import { loadList } from '~/features/my/load-list.server';
import { useUser } from '~/lib/root-data';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'Credits', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const [credits, payments] = await Promise.all([
    loadList(api, 'my_credit_lists', args.request, paths.myCredits),
    loadPayments(api, args.request),
  ]);
  return { credits, payments };
}

export const action = (args: ActionFunctionArgs) => billingAction(args);

export default function MyCredits() {
  const { credits, payments } = useLoaderData<typeof loader>();
  const refused = useActionAnswer<FormState>();
  useFocusError(refused);
  const user = useUser();
  const balance = user?.credit_num ?? 0;
  return (
    <MyPage
      title="Credits"
      aside={<ButtonLink to={paths.pricing()}>Get credits</ButtonLink>}
      refused={refused?.message}
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <b className="t-section tabular-nums">{balance}</b> <span className="muted">{creditNoun(balance)} to use</span>
      </p>
      {user?.subscription ? <SubscriptionCard subscription={user.subscription} /> : null}
      <PaymentList payments={payments.items} page={payments.page} refused={refused} />
      <Pager
        label="Pages of payments"
        page={payments.page}
        perPage={payments.per_page}
        total={payments.total}
        href={(page) => paths.myCredits({ page: credits.page, payments: page })}
      />
      {credits.items.length === 0 ? (
        <EmptyState art={<Icon name="credits" size={24} />} title="Nothing has moved yet">
          Every credit that comes or goes is written down here, with what it was for.
        </EmptyState>
      ) : (
        <>
          <CreditLedger entries={credits.items} />
          <Pager
            page={credits.page}
            perPage={credits.per_page}
            total={credits.total}
            href={(page) => paths.myCredits({ page, payments: payments.page })}
          />
        </>
      )}
    </MyPage>
  );
}
