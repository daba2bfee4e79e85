import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { LostLink } from '~/features/shared/lost-link';
import { SharedResult } from '~/features/shared/shared-result';
import { loadShared } from '~/features/shared/load-shared.server';
import { sharedTitle } from '~/features/shared/shared-title';
import { pageMeta } from '~/lib/meta';
import { wideHandle } from '~/lib/root-data';

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: data?.shared ? sharedTitle(data.shared.kind) : 'This link shows nothing any more',
    description: 'Made with Faceswap, and labelled as modified by AI.',
    personal: true,
  });

export const handle = wideHandle;

export const loader = (args: LoaderFunctionArgs) => loadShared(args);

/** Needs no account. */
export default function Shared() {
  const { shared, message, token } = useLoaderData<typeof loader>();
  return shared ? <SharedResult shared={shared} token={token} /> : <LostLink message={message} />;
}
