import { data } from '@remix-run/node';

import { calls, type Output } from '#contract/calls';

import { paths } from '~/lib/paths';
import { accountActionOf } from '~/server/account-action.server';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, formErrorFrom, type FormFields } from '~/server/form.server';
import { getVisitor, type RouteArgs, type Visitor } from '~/server/guards.server';

import { identityOf, passwordMissing } from './identity.server';

export interface PasskeyAnswer {
  /** For the browser; the name is kept for the second request. */
  begun?: { options: Output<'my_passkey_begin'>['options']; name: string };
}

export const passkeysAction = accountActionOf({ begin, add, rename, remove }, { keepsValues: true });

async function begin(visitor: Visitor, fields: FormFields) {
  const name = fields.name?.trim() ?? '';
  if (!name) return formError(fields, { fields: { name: 'Name the passkey.' } });
  const identity = await identityOf(visitor, fields);
  if (!identity) return formError(fields, passwordMissing);
  const { options } = await visitor.api('my_passkey_begin', identity);
  return data<PasskeyAnswer>({ begun: { options, name } });
}

async function add({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const checked = checkFields(calls.my_passkey_add.input, fields);
  if (!checked.success) return formError({}, { message: 'The browser’s answer could not be read. Try again.' });
  const { name } = await api('my_passkey_add', checked.value);
  const message = `${name} can log in now.`;
  return redirectWithSnackbar(paths.myPasskeys(), { color: 'success', message }, session, request);
}

async function rename({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const checked = checkFields(calls.my_passkey_rename.input, fields);
  if (!checked.success) return formError(fields, checked);
  await api('my_passkey_rename', checked.value);
  const snackbar = { color: 'success', message: 'The passkey has a new name.' } as const;
  return redirectWithSnackbar(paths.myPasskeys(), snackbar, session, request);
}

async function remove(visitor: Visitor, fields: FormFields, { request }: RouteArgs) {
  const identity = await identityOf(visitor, fields);
  if (!identity) return formError(fields, passwordMissing);
  await visitor.api('my_passkey_remove', { passkey_id: fields.passkey_id ?? '', ...identity });
  const snackbar = { color: 'success', message: 'The passkey is removed. It no longer logs in.' } as const;
  return redirectWithSnackbar(paths.myPasskeys(), snackbar, visitor.session, request);
}

/** For the login page's script. */
export async function beginPasskeyLogin(args: RouteArgs) {
  const { api } = await getVisitor(args);
  try {
    return data(await api('passkey_login_begin', {}));
  } catch (error) {
    return formErrorFrom(error, {});
  }
}
