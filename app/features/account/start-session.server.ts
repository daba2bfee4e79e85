import type { Output } from '#contract/calls';

import { redirectWithSession, type WebSession } from '~/server/session.server';

/** The page that asked a logged-in user to sign in once more looks as before. */
export function sayConfirmed(session: WebSession): void {
  const message = 'Thank you: it is you. Go on within 10 minutes.';
  session.flash('snackbar', { color: 'success', message });
}

export async function startSession(
  { token }: Pick<Output<'email_login'>, 'token'>,
  session: WebSession,
  request: Request,
  target: string,
): Promise<Response> {
  session.set('token', token);
  session.unset('address');
  session.unset('challenge');
  session.unset('returnTo');
  return redirectWithSession(target, session, request);
}
