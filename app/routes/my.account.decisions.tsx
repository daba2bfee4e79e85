import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';

import { EmptyState } from '~/components/empty-state';
import { Icon } from '~/components/icon';
import { Pager } from '~/components/pager';
import { DecisionList, Strikes } from '~/features/account/decisions-page';
import { appealAction } from '~/features/account/decisions.server';
import { loadList } from '~/features/my/load-list.server';
import { MyPage } from '~/features/shell/my-page';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'Decisions', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  return loadList(api, 'my_decisions', args.request, paths.myDecisions);
}

export const action = (args: ActionFunctionArgs) => appealAction(args);

export default function MyDecisions() {
  const { items, page, per_page, total, strikes } = useLoaderData<typeof loader>();
  const refused = useActionAnswer<FormState>();
  useFocusError(refused);
  return (
    <MyPage title="Decisions" refused={refused?.message}>
      <p className="muted max-w-[62ch]">
        An automatic check stops pictures and videos that seem to show what the{' '}
        <Link className="link" to={paths.contentMonitoringPolicy()}>
          content monitoring policy
        </Link>{' '}
        does not allow. If it is wrong, ask a person to review it. Nothing was charged for what was stopped.
      </p>
      {items.length === 0 ? (
        <EmptyState art={<Icon name="check" size={24} />} title="Nothing was stopped">
          If a picture or video of yours is ever stopped, the decision stands here for a year, with its reason.
        </EmptyState>
      ) : (
        <>
          <Strikes {...strikes} />
          <DecisionList decisions={items} refused={refused} />
          <Pager page={page} perPage={per_page} total={total} href={(to) => paths.myDecisions({ page: to })} />
        </>
      )}
    </MyPage>
  );
}
