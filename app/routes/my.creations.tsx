import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';

import { calls } from '#contract/calls';
import { isFinished } from '#contract/index';

import { ButtonLink } from '~/components/button';
import { Face } from '~/components/face';
import { Icon } from '~/components/icon';
import { Note } from '~/components/note';
import { Pager } from '~/components/pager';
import { CreationTile } from '~/features/creations/creation-tile';
import { useRefreshWhile } from '~/features/creations/use-refresh-while';
import { RefreshWithoutScript } from '~/features/tool/refresh-without-script';
import { pageMeta } from '~/meta';
import { paths } from '~/paths';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, refuse, refuseBy, textFields } from '~/server/form.server';
import { requireUser } from '~/server/guards.server';
import { pathOf } from '~/server/redirect-target';

export const meta = () => pageMeta({ title: 'My Creations', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const given = new URL(args.request.url).searchParams.get('page') ?? undefined;
  const asked = calls.my_creates.input.safeParse({ page: given });
  const page = asked.success ? asked.data.page : 1;
  const list = await api('my_creates', { page });
  // The last entry of the last page has been deleted, or the address is older than the list.
  if (list.items.length === 0 && page > 1) throw redirect(paths.myCreations(Math.ceil(list.total / list.per_page)));
  return { ...list, isWorking: list.items.some((order) => !isFinished(order.status)) };
}

/** Deletes a creation; the page has asked before. */
export async function action(args: ActionFunctionArgs) {
  const { api, session } = await requireUser(args);
  const fields = textFields(await args.request.formData());
  const checked = checkFields(calls.del_order.input, fields);
  if (!checked.success) return refuse(fields, { message: 'Choose the creation to delete.' });
  try {
    await api('del_order', checked.value);
  } catch (error) {
    return refuseBy(error, fields);
  }
  const snackbar = { color: 'success', message: 'Deleted, with its files.' } as const;
  return redirectWithSnackbar(pathOf(args.request), snackbar, session, args.request);
}

export default function MyCreations() {
  const { items, page, per_page, total, isWorking } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useRefreshWhile(isWorking);
  return (
    <div className="grid min-w-0 content-start gap-6">
      {isWorking ? <RefreshWithoutScript seconds={4} /> : null}
      <h1 className="t-page">My Creations</h1>
      {refused && 'message' in refused ? <Note kind="error">{refused.message}</Note> : null}
      {items.length === 0 ? (
        <NothingYet />
      ) : (
        <>
          <ul className="creations">
            {items.map((order) => (
              <CreationTile key={order.order_id} order={order} />
            ))}
          </ul>
          <Pager page={page} perPage={per_page} total={total} href={paths.myCreations} />
        </>
      )}
    </div>
  );
}

function NothingYet() {
  return (
    <div className="nothing-here">
      <div className="mb-4 flex items-center gap-4 text-text-3" aria-hidden="true">
        <Face size={72} src="/samples/thumbs/sofia.webp" />
        <Icon name="arrow-right" />
        <Face size={72} />
      </div>
      <h2 className="t-section">Nothing swapped yet</h2>
      <p className="muted max-w-[40ch]">Your results land here and stay for 30 days. Only you can see them.</p>
      <ButtonLink className="mt-3" look="primary" to={paths.faceSwapPhoto()}>
        Start a swap
      </ButtonLink>
    </div>
  );
}
