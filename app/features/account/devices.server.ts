import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, type FormFields } from '~/server/form.server';
import type { RouteArgs, Visitor } from '~/server/guards.server';
import { logOut } from '~/server/session.server';

export async function endSession({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const checked = checkFields(calls.my_session_end.input, fields);
  if (!checked.success) return formError({}, { message: 'Choose the device to log out.' });
  await api('my_session_end', checked.value);
  const message = 'The device is logged out.';
  return redirectWithSnackbar(paths.myAccount(), { color: 'success', message }, session, request);
}

export async function signOutOthers({ api, session }: Visitor, _fields: FormFields, { request }: RouteArgs) {
  await api('my_sign_out_others', {});
  const message = 'All other devices are logged out.';
  return redirectWithSnackbar(paths.myAccount(), { color: 'success', message }, session, request);
}

export async function signOutEverywhere({ api, session }: Visitor, _fields: FormFields, { request }: RouteArgs) {
  await api('my_sign_out_everywhere', {});
  logOut(session);
  const message = 'You are logged out in every browser, including this one.';
  return redirectWithSnackbar(paths.home(), { color: 'success', message }, session, request);
}
