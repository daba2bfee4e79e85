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
  // If the API fails, the token expires by itself.
  if (isLoggedIn)
    await api('logout', {}).catch((error: unknown) => log.warn({ err: error }, 'token_revocation_failed'));
  session.unset('token');
  return redirect(paths.home(), { headers: { 'set-cookie': await writeSession(session, args.request) } });
}
