import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { isFinished } from '#contract/finished';

import { ButtonLink } from '~/components/button';
import { Face } from '~/components/face';
import { Icon } from '~/components/icon';
import { Pager } from '~/components/pager';
import { CreationTile } from '~/features/my/creation-tile';
import { KindFilter } from '~/features/my/kind-filter';
import { MyPage } from '~/features/shell/my-page';
import { EmptyState } from '~/components/empty-state';
import { creationsAction } from '~/features/my/list-action.server';
import { listPaths } from '~/features/my/list-paths';
import { ListTools } from '~/features/my/list-tools';
import { loadList } from '~/features/my/load-list.server';
import { NothingFound } from '~/features/my/nothing-found';
import { SelectionBar } from '~/features/my/selection';
import { UndoNotices } from '~/features/my/undo-notices';
import type { FormState } from '~/lib/form-state';
import { useFocusError } from '~/lib/use-focus-error';
import { useRefreshWhile } from '~/lib/use-refresh-while';
import { RefreshWithoutScript } from '~/components/refresh-without-script';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { useRetention } from '~/lib/root-data';
import { useActionAnswer } from '~/lib/use-action-answer';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'My Creations', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const list = await loadList(api, 'my_creates', args.request, paths.myCreations);
  return { ...list, isWorking: list.items.some((order) => !isFinished(order.status)) };
}

export const action = (args: ActionFunctionArgs) => creationsAction(args);

const states = [
  { value: 'all', label: 'All states' },
  { value: 'done', label: 'Finished' },
  { value: 'working', label: 'In work' },
  { value: 'ended', label: 'Without a result' },
];
const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name' },
];

export default function MyCreations() {
  const list = useLoaderData<typeof loader>();
  const { items, page, per_page, total, isWorking, place, deletions } = list;
  const refused = useActionAnswer<FormState>();
  const retention = useRetention();
  useRefreshWhile(isWorking);
  useFocusError(refused);
  const { pathTo, listPath, renamePath, renaming, isFiltered } = listPaths(paths.myCreations, list, refused);
  return (
    <MyPage title="My Creations" refused={refused?.message} aside={<KindFilter type={place.type} pathTo={pathTo} />}>
      {isWorking && !renaming ? <RefreshWithoutScript seconds={4} /> : null}
      <UndoNotices deletions={deletions} noun="creation" action={listPath} />
      {items.length > 0 || isFiltered ? <ListTools {...{ place, states, sorts, pathTo }} /> : null}
      {items.length === 0 && isFiltered ? (
        <NothingFound allPath={paths.myCreations({ sort: place.sort })} />
      ) : items.length === 0 ? (
        <EmptyState
          art={
            <>
              <Face size={72} src="/samples/thumbs/sofia.webp" />
              <Icon name="arrow-right" />
              <Face size={72} />
            </>
          }
          title="Nothing swapped yet"
          next={
            <ButtonLink look="primary" to={paths.faceSwap()}>
              Start a swap
            </ButtonLink>
          }
        >
          Your results land here and stay for {retention}. Only you can see them.
        </EmptyState>
      ) : (
        <div className="selectable">
          <ul className="creations">
            {items.map((order) => (
              <CreationTile
                key={order.order_id}
                order={order}
                listPath={listPath}
                renamePath={renamePath(order.order_id)}
                renaming={renaming?.id === order.order_id ? renaming : undefined}
                isSelectable
              />
            ))}
          </ul>
          <SelectionBar action={listPath} canZip />
          <Pager page={page} perPage={per_page} total={total} href={(to) => pathTo({ page: to })} />
        </div>
      )}
    </MyPage>
  );
}
