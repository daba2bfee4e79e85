import { paths } from '~/lib/paths';
import { ApiError } from '~/server/errors';
import { redirectWithSnackbar } from '~/server/flash.server';
import { formError, formErrorFrom } from '~/server/form.server';
import { getVisitor, type RouteArgs, type Visitor } from '~/server/guards.server';

/** Activates by POST alone: mail scanners open every link. */
export async function activate(args: RouteArgs) {
  const { api, session, isLoggedIn } = await getVisitor(args);
  const code = new URL(args.request.url).searchParams.get('code') ?? '';
  if (!code) return formError({}, { message: 'The link is incomplete. Open it from the e-mail again.' });
  try {
    const { email } = await api('email_activate', { code });
    const message = `${email} is confirmed.`;
    const returnTo = session.get('returnTo');
    const login = returnTo ? paths.loginGoogle(returnTo) : paths.login();
    const next = isLoggedIn ? paths.faceSwapPhoto() : login;
    return await redirectWithSnackbar(next, { color: 'success', message }, session, args.request);
  } catch (error) {
    return formErrorFrom(error, {});
  }
}

/** Sends the activation mail again and redirects to `page`. */
export async function resendActivation({ api, session }: Visitor, { request }: RouteArgs, page: string) {
  try {
    await api('email_resend_activation', {});
    const message = 'The e-mail is on its way. If it does not arrive, check your spam folder.';
    return await redirectWithSnackbar(page, { color: 'success', message }, session, request);
  } catch (error) {
    // Confirmed in another window meanwhile: the reloaded page shows it.
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
    return redirectWithSnackbar(page, { color: 'success', message: error.message }, session, request);
  }
}
