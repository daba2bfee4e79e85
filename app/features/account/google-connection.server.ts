import { paths } from '~/lib/paths';
import { accountActionOf } from '~/server/account-action.server';
import { redirectWithSnackbar } from '~/server/flash.server';
import { formError, type FormFields } from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';

import { isGoogleSetUp } from './google-openid.server';
import { identityOf, passwordMissing } from './identity.server';

export async function loadGoogleConnection(args: RouteArgs) {
  const { api } = await requireUser(args);
  const [user, passkeys] = await Promise.all([api('my_userinfo', {}), api('my_passkeys', {})]);
  return { user, hasOtherWayIn: user.has_password || passkeys.items.length > 0, isGoogleSetUp };
}

export const googleConnectionAction = accountActionOf({ disconnect, allow });

async function disconnect(visitor: Visitor, fields: FormFields, { request }: RouteArgs) {
  const identity = await identityOf(visitor, fields);
  if (!identity) return formError({}, passwordMissing);
  await visitor.api('my_google_disconnect', identity);
  const message = 'Google is disconnected. It no longer logs in, and all other devices are logged out.';
  return redirectWithSnackbar(paths.myAccount(), { color: 'success', message }, visitor.session, request);
}

/** Not straight to Google: the site's policy for content lets no form lead to another site. */
async function allow(visitor: Visitor, fields: FormFields, { request }: RouteArgs) {
  const identity = await identityOf(visitor, fields);
  if (!identity) return formError({}, passwordMissing);
  await visitor.api('my_google_allow', identity);
  const message = 'Thank you: it is you. Now connect your Google account.';
  return redirectWithSnackbar(paths.myGoogle(), { color: 'success', message }, visitor.session, request);
}
