import { redirect, type ActionFunctionArgs } from '@remix-run/node';

import { paths } from '~/lib/paths';
import { getVisitor } from '~/server/guards.server';
import { requireSameOrigin } from '~/server/http/same-origin.server';
import { log } from '~/server/log.server';
import { writeSession } from '~/server/session.server';

export const loader = () => redirect(paths.home());

export async function action(args: ActionFunctionArgs) {
  requireSameOrigin(args.request);
  const { api, session, isLoggedIn } = await getVisitor(args);
  // The visitor is logged out here whatever the API says; a token it could not end dies by its own date.
  if (isLoggedIn) await api('logout', {}).catch((error: unknown) => log.warn({ err: error }, 'token left to expire'));
  session.unset('token');
  return redirect(paths.home(), { headers: { 'set-cookie': await writeSession(session, args.request) } });
}
