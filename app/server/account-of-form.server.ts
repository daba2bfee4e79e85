import { redirectWithSnackbar } from './flash.server';
import type { FormFields } from './form.server';
import type { Visitor } from './guards.server';
import { requestPath } from './redirect-target';

/**
 * For forms with `AccountField`. Their page may be older than a login as another user in another tab: then nothing is done to
 * the account of the other user.
 * @throws Response a redirect to the page, which shows the other account
 */
export async function requireAccountOfForm({ api, session }: Visitor, request: Request, { account }: FormFields) {
  if (!account) return;
  const { uid, email } = await api('my_userinfo', {});
  if (uid === account) return;
  const message = `You are logged in as ${email} now, so nothing was done. This page shows that account.`;
  throw await redirectWithSnackbar(requestPath(request), { color: 'error', message }, session, request);
}
