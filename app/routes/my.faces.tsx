import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { Face } from '~/components/face';
import { Icon } from '~/components/icon';
import { Pager } from '~/components/pager';
import { FaceTile } from '~/features/my/face-tile';
import { MyPage } from '~/features/shell/my-page';
import { EmptyState } from '~/components/empty-state';
import { facesAction } from '~/features/my/faces-action.server';
import { listPaths } from '~/features/my/list-paths';
import { loadList } from '~/features/my/load-list.server';
import { SelectionBar } from '~/features/my/selection';
import { UndoNotices } from '~/features/my/undo-notices';
import { AddFace, isNewFace } from '~/features/tool/faces/add-face';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { requireUser } from '~/server/guards.server';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';

export const meta = () => pageMeta({ title: 'My Faces', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  return loadList(api, 'my_faces', args.request, paths.myFaces);
}

export const action = (args: ActionFunctionArgs) => facesAction(args);

export default function MyFaces() {
  const list = useLoaderData<typeof loader>();
  const { items, page, per_page, total, deletions } = list;
  const refused = useActionAnswer<FormState>();
  useFocusError(refused);
  const { listPath, renamePath, renaming } = listPaths(paths.myFaces, list, refused);
  return (
    <MyPage title="My Faces" refused={isNewFace(refused) ? undefined : refused?.message}>
      <UndoNotices deletions={deletions} noun="face" action={listPath} />
      <div className="panel">
        <div className="panel__body">
          <AddFace hasFaces={total > 0} refused={refused} />
        </div>
      </div>
      {items.length === 0 ? (
        <EmptyState
          art={
            <>
              <Face size={72} src="/samples/thumbs/freya.webp" />
              <Icon name="plus" />
              <Face size={72} />
            </>
          }
          title="No faces yet"
        >
          Add a photo of yourself, or of somebody who agreed. Faces are yours alone and can be used in every swap.
        </EmptyState>
      ) : (
        <div className="selectable">
          <ul className="face-tiles">
            {items.map((face) => (
              <FaceTile
                key={face.face_id}
                face={face}
                listPath={listPath}
                renamePath={renamePath(face.face_id)}
                renaming={renaming?.id === face.face_id ? renaming : undefined}
              />
            ))}
          </ul>
          <SelectionBar action={listPath} />
          <Pager page={page} perPage={per_page} total={total} href={(to) => paths.myFaces({ page: to })} />
        </div>
      )}
    </MyPage>
  );
}
