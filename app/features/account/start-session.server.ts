import { redirect } from '@remix-run/node';

import type { Output } from '#contract/calls';

import { writeSession, type WebSession } from '~/server/session.server';

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
  return redirect(target, { headers: { 'set-cookie': await writeSession(session, request) } });
}
