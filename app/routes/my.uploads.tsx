import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';

import { ButtonLink } from '~/components/button';
import { Icon } from '~/components/icon';
import { Pager } from '~/components/pager';
import { KindFilter } from '~/features/my/kind-filter';
import { MyPage } from '~/features/shell/my-page';
import { EmptyState } from '~/components/empty-state';
import { deleteByForm } from '~/features/my/delete.server';
import { loadList } from '~/features/my/list.server';
import { UploadTile } from '~/features/my/upload-tile';
import { useRefreshWhile } from '~/lib/use-refresh-while';
import { RefreshWithoutScript } from '~/components/refresh-without-script';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { readFields } from '~/server/form.server';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'My Uploads', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const list = await loadList(api, 'my_uploads', args.request, paths.myUploads);
  return { ...list, isWorking: list.items.some(({ status }) => status === 'probing') };
}

export async function action(args: ActionFunctionArgs) {
  const visitor = await requireUser(args);
  return deleteByForm('del_material', await readFields(args.request), args, visitor);
}

export default function MyUploads() {
  const { items, page, per_page, total, isWorking, place } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useRefreshWhile(isWorking);
  const pathTo = (change: object) => paths.myUploads({ type: place.type, ...change });
  const startOne = (
    <ButtonLink look="primary" to={paths.faceSwap()}>
      Upload something
    </ButtonLink>
  );
  return (
    <MyPage
      title="My Uploads"
      refused={refused && 'message' in refused ? refused.message : undefined}
      aside={<KindFilter type={place.type} pathTo={pathTo} />}
    >
      {isWorking ? <RefreshWithoutScript seconds={4} /> : null}
      {items.length === 0 ? (
        <EmptyState
          art={<Icon name="upload" size={24} />}
          title={place.type ? 'Nothing of this kind' : 'No uploads yet'}
          next={startOne}
        >
          What you upload stays for 30 days, for you alone: swap in it again without sending it twice.
        </EmptyState>
      ) : (
        <>
          <ul className="creations">
            {items.map((material) => (
              <UploadTile key={material.material_id} material={material} />
            ))}
          </ul>
          <Pager page={page} perPage={per_page} total={total} href={(to) => pathTo({ page: to })} />
        </>
      )}
    </MyPage>
  );
}
