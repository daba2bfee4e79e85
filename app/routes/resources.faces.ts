import type { LoaderFunctionArgs } from '@remix-run/node';

import { loadFaces } from '~/features/tool/faces/load-faces.server';
import { sendingPage } from '~/features/tool/poll-task.server';
import { requireUser } from '~/server/guards.server';

/** The first faces of the library, and those that the address names, if they still exist. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args, sendingPage(args.request));
  const named = new URL(args.request.url).searchParams.get('named') ?? '';
  const { faces } = await loadFaces(api, named.split('.'));
  return Response.json({ faces });
}
