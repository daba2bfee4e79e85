import { paths } from '~/lib/paths';
import { ApiError } from '~/server/errors';
import { redirectWithSnackbar } from '~/server/flash.server';
import { formError, formErrorFrom } from '~/server/form.server';
import { getVisitor, type RouteArgs, type Visitor } from '~/server/guards.server';

/** Uses up the code of the page's own address. Only the button does: programs that look through mails open every link. */
export async function activate(args: RouteArgs) {
  const { api, session, isLoggedIn } = await getVisitor(args);
  const code = new URL(args.request.url).searchParams.get('code') ?? '';
  if (!code) return formError({}, { message: 'The link is not whole. Open it from the mail once more.' });
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

/** Has the activation mail sent again, and goes back to the page that asked for it. */
export async function resendActivation({ api, session }: Visitor, { request }: RouteArgs, page: string) {
  try {
    await api('email_resend_activation', {});
    const message = 'The mail is on its way. If it does not come, look among the unwanted ones.';
    return await redirectWithSnackbar(page, { color: 'success', message }, session, request);
  } catch (error) {
    // Confirmed in the meantime, in another window: the page that is loaded anew shows it.
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
    return redirectWithSnackbar(page, { color: 'success', message: error.message }, session, request);
  }
}
