import type { Output } from '#contract/calls';

import type { Visitor } from '~/server/guards.server';
import { redirectWithSession, type SnackbarMessage } from '~/server/session.server';

import { revokeToken } from './revoke-token.server';

/** The page that asked a logged-in user to sign in once more looks as before. */
export const confirmed: SnackbarMessage = {
  color: 'success',
  message: 'Thank you: it is you. Go on within 10 minutes.',
};

/** Ends the session that it replaces: of a user who confirmed their identity, or who had logged in in another tab. */
export async function startSession(
  { token }: Pick<Output<'email_login'>, 'token'>,
  { api, session, isLoggedIn }: Visitor,
  request: Request,
  { target, snackbar }: { target: string; snackbar?: SnackbarMessage },
): Promise<Response> {
  if (isLoggedIn) {
    await revokeToken(api);
    session.get('snackbar'); // reading removes it: a replaced session that had already ended needs no message
  }
  session.set('token', token);
  session.unset('address');
  session.unset('challenge');
  session.unset('returnTo');
  if (snackbar) session.flash('snackbar', snackbar);
  return redirectWithSession(target, session, request);
}
