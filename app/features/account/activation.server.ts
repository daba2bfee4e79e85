import { data } from '@remix-run/node';

import type { Output } from '#contract/calls';

import { paths } from '~/lib/paths';
import { ApiError } from '~/server/errors';
import { redirectWithSnackbar } from '~/server/flash.server';
import { formErrorFrom, readFields, unknownForm } from '~/server/form.server';
import { getVisitor, requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';
import { safeRedirect } from '~/server/redirect-target';
import { keepReturnTo } from '~/server/session.server';

import { startSession } from './start-session.server';

/** The link cannot be used. */
export interface LinkEnd {
  step: 'end';
  message: string;
}

export type ActivationData = { step: 'confirm'; email: string; isSignUpDevice: boolean } | LinkEnd;

const incomplete = 'The link is incomplete. Open it from the e-mail again.';

const codeOf = (request: Request) => new URL(request.url).searchParams.get('code') ?? '';

/** Keeps the code valid: mail scanners and prefetchers open links. */
export async function loadActivation(args: RouteArgs): Promise<ActivationData> {
  const { api, session } = await getVisitor(args);
  const code = codeOf(args.request);
  if (!code) return { step: 'end', message: incomplete };
  try {
    const { email, is_sign_up_device } = await api('email_activation_state', { code, device: session.get('device') });
    return { step: 'confirm', email, isSignUpDevice: is_sign_up_device };
  } catch (error) {
    if (!endsLink(error)) throw error;
    return { step: 'end', message: error.message };
  }
}

/** Signs in on the device that signed up only. */
export async function activate(args: RouteArgs) {
  const { request } = args;
  const code = codeOf(request);
  if (!code) return data<LinkEnd>({ step: 'end', message: incomplete }, { status: 400 });
  const visitor = await getVisitor(args);
  const { api, session, isLoggedIn } = visitor;
  const returnTo = safeRedirect(session.get('returnTo'), '');
  const page = returnTo || paths.faceSwapPhoto();
  try {
    const started = isLoggedIn ? null : await activateSession(visitor, code);
    if (started) {
      const message = `${started.user.email} is confirmed, and you are logged in.`;
      session.unset('device');
      return await startSession(started, visitor, request, { target: page, snackbar: { color: 'success', message } });
    }
    const { email } = await api('email_activate', { code });
    const snackbar = { color: 'success', message: `${email} is confirmed.` } as const;
    session.unset('device');
    if (isLoggedIn) session.unset('returnTo');
    else session.set('address', email);
    const login = returnTo ? paths.loginGoogle(returnTo) : paths.login();
    return await redirectWithSnackbar(isLoggedIn ? page : login, snackbar, session, request);
  } catch (error) {
    if (endsLink(error)) return data<LinkEnd>({ step: 'end', message: error.message }, { status: error.status });
    return formErrorFrom(error, {});
  }
}

/** The same link will not work at another try. */
const endsLink = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.isUserError && error.code !== 'too_many_requests';

/** Null if another device signed up. */
async function activateSession(
  { api, session }: Visitor,
  code: string,
): Promise<Output<'email_activate_session'> | null> {
  const device = session.get('device');
  if (!device) return null;
  try {
    return await api('email_activate_session', { code, device });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict') return null;
    throw error;
  }
}

/** The mail's link leads back to `page`. */
export async function resendActivation({ api, session }: Visitor, { request }: RouteArgs, page: string) {
  try {
    await api('email_resend_activation', {});
    keepReturnTo(session, page);
    const message = 'The e-mail is on its way. If it does not arrive, check your spam folder.';
    return await redirectWithSnackbar(page, { color: 'success', message }, session, request);
  } catch (error) {
    // Another window confirmed it.
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
    return redirectWithSnackbar(page, { color: 'success', message: error.message }, session, request);
  }
}

/** The overview's only form sends the mail again. */
export async function overviewAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const { intent } = await readFields(args.request);
  if (intent !== 'resend-activation') return unknownForm({});
  try {
    return await resendActivation(visitor, args, paths.my());
  } catch (error) {
    return formErrorFrom(error, {});
  }
}
