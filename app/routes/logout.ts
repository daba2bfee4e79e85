import { redirect, type ActionFunctionArgs } from '@remix-run/node';

import { revokeToken } from '~/features/account/revoke-token.server';
import { paths } from '~/lib/paths';
import { getVisitor } from '~/server/guards.server';
import { requireSameOrigin } from '~/server/http/same-origin.server';
import { logOut, redirectWithSession } from '~/server/session.server';

export const loader = () => redirect(paths.home());

export async function action(args: ActionFunctionArgs) {
  requireSameOrigin(args.request);
  const { api, session, isLoggedIn } = await getVisitor(args);
  if (isLoggedIn) await revokeToken(api);
  logOut(session);
  return redirectWithSession(paths.home(), session, args.request);
}
