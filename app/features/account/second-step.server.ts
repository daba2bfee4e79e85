import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { ApiError } from '~/server/errors';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formErrorFrom, formError, readFields } from '~/server/form.server';
import { getVisitor, type RouteArgs } from '~/server/guards.server';
import { returnPage } from '~/server/redirect-target';
import { redirectWithSession, type WebSession } from '~/server/session.server';

import { confirmed, startSession } from './start-session.server';

type CodeRequired = ApiError & { challenge: string };

export const needsCode = (error: unknown): error is CodeRequired =>
  error instanceof ApiError && error.code === 'code_required' && error.challenge !== undefined;

/** The cookie keeps the challenge, which is encrypted and useless without a code. */
export async function askForCode(
  { challenge }: CodeRequired,
  session: WebSession,
  request: Request,
  returnTo: string,
): Promise<Response> {
  session.set('challenge', challenge);
  return redirectWithSession(paths.loginCode(returnTo), session, request);
}

export async function loadLoginCode(args: RouteArgs): Promise<null> {
  const { session } = await getVisitor(args);
  if (!session.get('challenge')) throw redirect(paths.loginGoogle(returnPage(args.request)));
  return null;
}

export async function logInByCode(args: RouteArgs) {
  const { request } = args;
  const visitor = await getVisitor(args);
  const { api, session, isLoggedIn } = visitor;
  const challenge = session.get('challenge');
  if (!challenge) throw redirect(paths.loginGoogle(returnPage(request)));
  const { code = '' } = await readFields(request);
  const checked = checkFields(calls.login_code.input, { challenge, code });
  if (!checked.success) return formError({}, checked);
  try {
    const started = await api('login_code', checked.value);
    const snackbar = isLoggedIn ? confirmed : undefined;
    return await startSession(started, visitor, request, { target: returnPage(request), snackbar });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'expired')) return formErrorFrom(error, {});
    session.unset('challenge');
    const target = paths.loginGoogle(returnPage(request));
    return redirectWithSnackbar(target, { color: 'error', message: error.message }, session, request);
  }
}
