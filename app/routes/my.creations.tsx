import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';

import { isFinished } from '#contract/finished';

import { ButtonLink } from '~/components/button';
import { Face } from '~/components/face';
import { Icon } from '~/components/icon';
import { Pager } from '~/components/pager';
import { CreationTile } from '~/features/my/creation-tile';
import { KindFilter } from '~/features/my/kind-filter';
import { MyPage } from '~/features/shell/my-page';
import { EmptyState } from '~/components/empty-state';
import { deleteByForm } from '~/features/my/delete.server';
import { loadList } from '~/features/my/list.server';
import { useRefreshWhile } from '~/lib/use-refresh-while';
import { RefreshWithoutScript } from '~/components/refresh-without-script';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { readFields } from '~/server/form.server';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'My Creations', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const list = await loadList(api, 'my_creates', args.request, paths.myCreations);
  return { ...list, isWorking: list.items.some((order) => !isFinished(order.status)) };
}

export async function action(args: ActionFunctionArgs) {
  const visitor = await requireUser(args);
  return deleteByForm('del_order', await readFields(args.request), args, visitor);
}

export default function MyCreations() {
  const { items, page, per_page, total, isWorking, place } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useRefreshWhile(isWorking);
  const pathTo = (change: object) => paths.myCreations({ type: place.type, ...change });
  return (
    <MyPage
      title="My Creations"
      refused={refused && 'message' in refused ? refused.message : undefined}
      aside={<KindFilter type={place.type} pathTo={pathTo} />}
    >
      {isWorking ? <RefreshWithoutScript seconds={4} /> : null}
      {items.length === 0 ? (
        <EmptyState
          art={
            <>
              <Face size={72} src="/samples/thumbs/sofia.webp" />
              <Icon name="arrow-right" />
              <Face size={72} />
            </>
          }
          title={place.type ? 'Nothing of this kind' : 'Nothing swapped yet'}
          next={
            <ButtonLink look="primary" to={paths.faceSwap()}>
              Start a swap
            </ButtonLink>
          }
        >
          Your results land here and stay for 30 days. Only you can see them.
        </EmptyState>
      ) : (
        <>
          <ul className="creations">
            {items.map((order) => (
              <CreationTile key={order.order_id} order={order} />
            ))}
          </ul>
          <Pager page={page} perPage={per_page} total={total} href={(to) => pathTo({ page: to })} />
        </>
      )}
    </MyPage>
  );
}
