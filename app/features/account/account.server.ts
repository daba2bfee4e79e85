import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { accountActionOf } from '~/server/account-action.server';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, formErrorFrom, type FormFields } from '~/server/form.server';
import type { RouteArgs, Visitor } from '~/server/guards.server';
import { logOut } from '~/server/session.server';

import { resendActivation } from './activation.server';
import { endSession, signOutEverywhere, signOutOthers } from './devices.server';
import { identityOf, passwordMissing } from './identity.server';

export const accountAction = accountActionOf({
  rename,
  'resend-activation': (visitor, _fields, args) => resendActivation(visitor, args, paths.myAccount()),
  'end-session': endSession,
  'sign-out-others': signOutOthers,
  'sign-out-everywhere': signOutEverywhere,
  delete: deleteAccount,
});

async function rename({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const checked = checkFields(calls.my_profile.input, fields);
  if (!checked.success) return formError(fields, checked);
  try {
    const { nickname } = await api('my_profile', checked.value);
    const message = `Your name is now ${nickname}.`;
    return await redirectWithSnackbar(paths.myAccount(), { color: 'success', message }, session, request);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}

async function deleteAccount(visitor: Visitor, fields: FormFields, { request }: RouteArgs) {
  const { api, session } = visitor;
  const identity = await identityOf(visitor, fields);
  if (!identity) return formError({}, passwordMissing);
  const { uid } = await api('my_userinfo', {});
  await api('del_account', { uid, ...identity });
  logOut(session);
  const message = 'Your account is deleted, with every upload, face and result. We sent you a last mail.';
  return redirectWithSnackbar(paths.home(), { color: 'success', message }, session, request);
}
