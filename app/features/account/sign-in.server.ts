import { redirect } from '@remix-run/node';

import { calls, type Output } from '#contract/calls';

import { ApiError } from '~/server/errors/api-error';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, refuse, refuseBy, textFields } from '~/server/form.server';
import { openVisit, type RouteArgs } from '~/server/guards.server';
import { safeRedirect } from '~/server/redirect-target';
import { writeSession, type WebSession } from '~/server/session.server';
import { paths } from '~/paths';

/** Somebody who is logged in already has no business on a sign-in page. */
export async function redirectIfLoggedIn(args: RouteArgs): Promise<null> {
  const { isLoggedIn } = await openVisit(args);
  if (isLoggedIn) throw redirect(returnPage(args.request));
  return null;
}

/** The sign-in form: e-mail address and password. */
export async function logIn(args: RouteArgs) {
  const fields = textFields(await args.request.formData());
  const checked = checkFields(calls.email_login.input, fields);
  if (!checked.success) return refuse(fields, checked);
  const { api, session } = await openVisit(args);
  try {
    return await startSession(await api('email_login', checked.value), session, args.request);
  } catch (error) {
    return refuseBy(error, fields);
  }
}

/** The sign-up form: makes the account and signs in at once. */
export async function register(args: RouteArgs) {
  const fields = textFields(await args.request.formData());
  const checked = checkFields(calls.email_register.input, fields);
  if (!checked.success) return refuse(fields, checked);
  const { api, session } = await openVisit(args);
  try {
    const { email } = await api('email_register', checked.value);
    try {
      const started = await api('email_login', checked.value);
      if (!started.user.email_verified) session.flash('snackbar', { color: 'success', message: lookIntoMail(email) });
      return await startSession(started, session, args.request);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'wrong_credentials')) throw error;
      // The address has an owner with another password, who has been written to; the page says no more than that.
      const message = `We wrote to ${email}. Follow the link in the mail, then log in.`;
      return await redirectWithSnackbar(paths.login(), { color: 'success', message }, session, args.request);
    }
  } catch (error) {
    return refuseBy(error, fields);
  }
}

const lookIntoMail = (email: string) => `Welcome. We wrote to ${email}: follow the link in the mail to confirm it.`;

async function startSession(
  { token }: Output<'email_login'>,
  session: WebSession,
  request: Request,
): Promise<Response> {
  session.set('token', token);
  return redirect(returnPage(request), { headers: { 'set-cookie': await writeSession(session, request) } });
}

/** The page that sent the visitor here to sign in. */
const returnPage = (request: Request) => safeRedirect(new URL(request.url).searchParams.get('redirect'));
