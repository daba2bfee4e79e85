import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { requireAccountOfForm } from '~/server/account-of-form.server';
import { ApiError } from '~/server/errors';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, readFields, formError, formErrorFrom, type FormFields } from '~/server/form.server';
import { getVisitor, requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';
import { safeRedirect } from '~/server/redirect-target';
import { keepReturnTo, redirectWithSession } from '~/server/session.server';

import { revokeToken } from './revoke-token.server';

export type ResetData = { step: 'ask'; message: string | null } | { step: 'sent' } | { step: 'set'; email: string };

/** Expired or used codes return to the first step. */
export async function loadReset(args: RouteArgs): Promise<ResetData> {
  const { api } = await getVisitor(args);
  const { searchParams } = new URL(args.request.url);
  const code = searchParams.get('code');
  if (!code) return searchParams.has('sent') ? { step: 'sent' } : { step: 'ask', message: null };
  try {
    return { step: 'set', ...(await api('email_forgot_verify', { code })) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { step: 'ask', message: error.message };
  }
}

export async function passwordResetAction(args: RouteArgs) {
  const fields = await readFields(args.request);
  return 'new_password' in fields ? setByCode(args, fields) : askForMail(args, fields);
}

async function askForMail(args: RouteArgs, fields: FormFields) {
  const checked = checkFields(calls.email_forgot_password.input, fields);
  if (!checked.success) return formError(fields, checked);
  const { api, session } = await getVisitor(args);
  const returnTo = new URL(args.request.url).searchParams.get('redirect') ?? undefined;
  try {
    await api('email_forgot_password', checked.value);
    if (!returnTo) return redirect(paths.passwordReset({ sent: '1' }));
    keepReturnTo(session, returnTo);
    return await redirectWithSession(paths.passwordReset({ sent: '1', redirect: returnTo }), session, args.request);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}

async function setByCode(args: RouteArgs, fields: FormFields) {
  const code = new URL(args.request.url).searchParams.get('code') ?? '';
  const checked = checkFields(calls.email_reset_password.input, { ...fields, code });
  if (!checked.success) return formError(fields, checked);
  const { api, session, isLoggedIn } = await getVisitor(args);
  try {
    await api('email_reset_password', checked.value);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
  if (isLoggedIn) await revokeToken(api); // the reset has revoked its own account's, not another's
  session.unset('token');
  const message = 'Your new password is set. Log in with it.';
  const returnTo = safeRedirect(session.get('returnTo'), '');
  const login = returnTo ? paths.loginGoogle(returnTo) : paths.login();
  return redirectWithSnackbar(login, { color: 'success', message }, session, args.request);
}

/** Revokes all other sessions. */
export async function changePassword(args: RouteArgs) {
  const visitor = await requireUser(args);
  const { api, session } = visitor;
  const fields = await readFields(args.request);
  await requireAccountOfForm(visitor, args.request, fields);
  if (fields.intent === 'set-by-mail') return setByMail(visitor, args);
  const checked = checkFields(calls.email_change_password.input, fields);
  if (!checked.success) return formError(fields, checked);
  try {
    const { token } = await api('email_change_password', checked.value);
    session.set('token', token);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
  const message = 'Your password is changed. Everywhere else you are logged out.';
  return redirectWithSnackbar(paths.my(), { color: 'success', message }, session, args.request);
}

/** Google accounts set their first password by mail. */
async function setByMail({ api, session }: Visitor, { request }: RouteArgs) {
  const { email } = await api('my_userinfo', {});
  try {
    await api('email_forgot_password', { email });
  } catch (error) {
    return formErrorFrom(error, {});
  }
  const message = `We sent a link to ${email}. It works for 1 hour.`;
  return redirectWithSnackbar(paths.myAccount(), { color: 'success', message }, session, request);
}
