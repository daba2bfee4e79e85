import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { requireAccountOfForm } from '~/server/account-of-form.server';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, readFields, formError, formErrorFrom, type FormFields } from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';
import { logOut } from '~/server/session.server';

import { resendActivation } from './activation.server';
import { endSession, signOutEverywhere, signOutOthers } from './devices.server';

const handlers = {
  rename,
  'resend-activation': (visitor: Visitor, args: RouteArgs) => resendActivation(visitor, args, paths.myAccount()),
  'end-session': endSession,
  'sign-out-others': signOutOthers,
  'sign-out-everywhere': signOutEverywhere,
  delete: deleteAccount,
};

const isIntent = (intent = ''): intent is keyof typeof handlers => Object.hasOwn(handlers, intent);

export async function accountAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const fields = await readFields(args.request);
  await requireAccountOfForm(visitor, args.request, fields);
  if (!isIntent(fields.intent)) return formError({}, { message: 'Unknown form. Reload the page and try again.' });
  try {
    return await handlers[fields.intent](visitor, args, fields);
  } catch (error) {
    return formErrorFrom(error, {});
  }
}

async function rename({ api, session }: Visitor, { request }: RouteArgs, fields: FormFields) {
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

async function deleteAccount({ api, session }: Visitor, { request }: RouteArgs, fields: FormFields) {
  const { uid, has_password } = await api('my_userinfo', {});
  const { password } = fields;
  if (has_password && !password) return formError({}, { fields: { password: 'Enter your password.' } });
  await api('del_account', { uid, ...(password ? { password } : {}) });
  logOut(session);
  const message = 'Your account is deleted, with every upload, face and result. We sent you a last mail.';
  return redirectWithSnackbar(paths.home(), { color: 'success', message }, session, request);
}
