import { data } from '@remix-run/node';

import { calls } from '#contract/calls';

import { identityOf, passwordMissing } from '~/features/account/identity.server';
import { paths } from '~/lib/paths';
import { accountActionOf } from '~/server/account-action.server';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, type FormFields } from '~/server/form.server';
import type { RouteArgs, Visitor } from '~/server/guards.server';

export const keysAction = accountActionOf({ create, revoke }, { keepsValues: true, list: 'scopes' });

/** A redirect would have to store the secret. */
async function create(visitor: Visitor, fields: FormFields) {
  const checked = checkFields(calls.my_api_key_create.input, withoutEmptyPassword(fields));
  if (!checked.success) return formError(fields, checked);
  if (!(await identityOf(visitor, fields))) return formError(fields, passwordMissing);
  const { name, secret } = await visitor.api('my_api_key_create', checked.value);
  return data({ created: { name, secret } });
}

const withoutEmptyPassword = ({ password = '', ...fields }: FormFields): FormFields =>
  password ? { ...fields, password } : fields;

async function revoke({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const checked = checkFields(calls.my_api_key_revoke.input, fields);
  if (!checked.success) return formError({}, { message: 'Choose the key to revoke.' });
  await api('my_api_key_revoke', checked.value);
  const message = 'The key is revoked. Calls with it are refused from now on.';
  return redirectWithSnackbar(paths.myApi(), { color: 'success', message }, session, request);
}
