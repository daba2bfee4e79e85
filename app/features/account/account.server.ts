import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, readFields, formError, formErrorFrom } from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';

import { resendActivation } from './activation.server';

type Fields = Record<string, string>;

const intents = ['rename', 'resend-activation', 'sign-out-everywhere', 'delete'] as const;
type Intent = (typeof intents)[number];

/** The account page's forms, told apart by their intent. */
export async function accountAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const fields = await readFields(args.request);
  const intent = intents.find((one) => one === fields.intent);
  if (!intent) return formError({}, { message: 'That form is not known here. Reload the page.' });
  return act(intent, visitor, args, fields);
}

function act(intent: Intent, visitor: Visitor, args: RouteArgs, fields: Fields) {
  switch (intent) {
    case 'rename':
      return rename(visitor, args, fields);
    case 'resend-activation':
      return resendActivation(visitor, args, paths.myAccount());
    case 'sign-out-everywhere':
      return signOutEverywhere(visitor, args);
    case 'delete':
      return deleteAccount(visitor, args, fields);
    default:
      throw new Error(`no such intent: ${intent satisfies never}`);
  }
}

async function rename({ api, session }: Visitor, { request }: RouteArgs, fields: Fields) {
  const checked = checkFields(calls.my_profile.input, fields);
  if (!checked.success) return formError(fields, checked);
  try {
    const { nickname } = await api('my_profile', checked.value);
    const message = `From now on you are ${nickname}.`;
    return await redirectWithSnackbar(paths.myAccount(), { color: 'success', message }, session, request);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}

async function signOutEverywhere({ api, session }: Visitor, { request }: RouteArgs) {
  try {
    await api('my_sign_out_everywhere', {});
  } catch (error) {
    return formErrorFrom(error, {});
  }
  session.unset('token');
  const message = 'You are logged out in every browser, this one included.';
  return redirectWithSnackbar(paths.home(), { color: 'success', message }, session, request);
}

async function deleteAccount({ api, session }: Visitor, { request }: RouteArgs, fields: Fields) {
  const { uid, has_password } = await api('my_userinfo', {});
  const { password } = fields;
  if (has_password && !password) return formError({}, { fields: { password: 'Enter your password.' } });
  try {
    await api('del_account', { uid, ...(password ? { password } : {}) });
  } catch (error) {
    return formErrorFrom(error, {});
  }
  session.unset('token');
  const message = 'Your account is deleted, with every upload, face and result. We sent you a last mail.';
  return redirectWithSnackbar(paths.home(), { color: 'success', message }, session, request);
}
