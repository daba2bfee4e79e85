import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { ButtonLink } from '~/components/button';
import { Icon } from '~/components/icon';
import { Pager } from '~/components/pager';
import { KindFilter } from '~/features/my/kind-filter';
import { MyPage } from '~/features/shell/my-page';
import { EmptyState } from '~/components/empty-state';
import { uploadsAction } from '~/features/my/list-action.server';
import { listPaths } from '~/features/my/list-paths';
import { ListTools } from '~/features/my/list-tools';
import { loadList } from '~/features/my/load-list.server';
import { NothingFound } from '~/features/my/nothing-found';
import { SelectionBar } from '~/features/my/selection';
import { UndoNotices } from '~/features/my/undo-notices';
import type { FormState } from '~/lib/form-state';
import { useFocusError } from '~/lib/use-focus-error';
import { UploadTile } from '~/features/my/upload-tile';
import { useRefreshWhile } from '~/lib/use-refresh-while';
import { RefreshWithoutScript } from '~/components/refresh-without-script';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { useRetention } from '~/lib/root-data';
import { useActionAnswer } from '~/lib/use-action-answer';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'My Uploads', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const list = await loadList(api, 'my_uploads', args.request, paths.myUploads);
  return { ...list, isWorking: list.items.some(({ status }) => status === 'probing') };
}

export const action = (args: ActionFunctionArgs) => uploadsAction(args);

const states = [
  { value: 'all', label: 'All states' },
  { value: 'ready', label: 'Can be used' },
  { value: 'rejected', label: 'Can’t be used' },
];
const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name' },
  { value: 'size', label: 'Largest first' },
];

export default function MyUploads() {
  const list = useLoaderData<typeof loader>();
  const { items, page, per_page, total, isWorking, place, deletions } = list;
  const refused = useActionAnswer<FormState>();
  const retention = useRetention();
  useRefreshWhile(isWorking);
  useFocusError(refused);
  const { pathTo, listPath, renamePath, renaming, isFiltered } = listPaths(paths.myUploads, list, refused);
  const startOne = (
    <ButtonLink look="primary" to={paths.faceSwap()}>
      Upload something
    </ButtonLink>
  );
  return (
    <MyPage title="My Uploads" refused={refused?.message} aside={<KindFilter type={place.type} pathTo={pathTo} />}>
      {isWorking && !renaming ? <RefreshWithoutScript seconds={4} /> : null}
      <UndoNotices deletions={deletions} noun="upload" action={listPath} />
      {items.length > 0 || isFiltered ? <ListTools {...{ place, states, sorts, pathTo }} /> : null}
      {items.length === 0 && isFiltered ? (
        <NothingFound allPath={paths.myUploads({ sort: place.sort })} />
      ) : items.length === 0 ? (
        <EmptyState art={<Icon name="upload" size={24} />} title="No uploads yet" next={startOne}>
          What you upload stays for {retention}, for you alone: swap in it again without sending it twice.
        </EmptyState>
      ) : (
        <div className="selectable">
          <ul className="creations">
            {items.map((material) => (
              <UploadTile
                key={material.material_id}
                material={material}
                listPath={listPath}
                renamePath={renamePath(material.material_id)}
                renaming={renaming?.id === material.material_id ? renaming : undefined}
                isSelectable
              />
            ))}
          </ul>
          <SelectionBar action={listPath} />
          <Pager page={page} perPage={per_page} total={total} href={(to) => pathTo({ page: to })} />
        </div>
      )}
    </MyPage>
  );
}
