import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { ButtonLink } from '~/components/button';
import { Icon } from '~/components/icon';
import { Pager } from '~/components/pager';
import { CreditLedger } from '~/features/my/credit-ledger';
import { MyPage } from '~/features/my/my-page';
import { NothingYet } from '~/features/my/nothing-yet';
import { loadList } from '~/features/my/server/list.server';
import { useUser } from '~/features/shell/visit';
import { pageMeta } from '~/meta';
import { paths } from '~/paths';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'Credits', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  return { credits: await loadList(api, 'my_credit_lists', args.request, paths.myCredits) };
}

export default function MyCredits() {
  const { credits } = useLoaderData<typeof loader>();
  const balance = useUser()?.credit_num ?? 0;
  return (
    <MyPage title="Credits" aside={<ButtonLink to={paths.pricing()}>Get credits</ButtonLink>}>
      <p>
        <b className="t-section tabular-nums">{balance}</b>{' '}
        <span className="muted">{balance === 1 ? 'credit' : 'credits'} to use</span>
      </p>
      {credits.items.length === 0 ? (
        <NothingYet art={<Icon name="credits" size={24} />} title="Nothing has moved yet">
          Every credit that comes or goes is written down here, with what it was for.
        </NothingYet>
      ) : (
        <>
          <CreditLedger entries={credits.items} />
          <Pager
            page={credits.page}
            perPage={credits.per_page}
            total={credits.total}
            href={(page) => paths.myCredits({ page })}
          />
        </>
      )}
    </MyPage>
  );
}
