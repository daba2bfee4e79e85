import { data } from '@remix-run/node';

import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, readFormData, formError, formErrorFrom, textFields } from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';

type Fields = Record<string, string>;

/** The forms of the page of API keys, told apart by their intent. */
export async function keysAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const form = await readFormData(args.request);
  const fields: Fields = { ...textFields(form), scopes: form.getAll('scopes').join(',') };
  switch (fields.intent) {
    case 'create':
      return createKey(visitor, fields);
    case 'revoke':
      return revokeKey(visitor, args, fields);
    default:
      return formError({}, { message: 'That form is not known here. Reload the page.' });
  }
}

/** Answers with the page itself, which shows the secret: a redirect would have to keep it somewhere. */
async function createKey({ api }: Visitor, fields: Fields) {
  const checked = checkFields(calls.my_api_key_create.input, withoutEmptyPassword(fields));
  if (!checked.success) return formError(fields, checked);
  try {
    const { has_password } = await api('my_userinfo', {});
    if (has_password && !fields.password) return formError(fields, { fields: { password: 'Enter your password.' } });
    const { name, secret } = await api('my_api_key_create', checked.value);
    return data({ created: { name, secret } });
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}

const withoutEmptyPassword = ({ password = '', ...fields }: Fields): Fields =>
  password ? { ...fields, password } : fields;

async function revokeKey({ api, session }: Visitor, { request }: RouteArgs, fields: Fields) {
  const checked = checkFields(calls.my_api_key_revoke.input, fields);
  if (!checked.success) return formError({}, { message: 'Choose the key to revoke.' });
  try {
    await api('my_api_key_revoke', checked.value);
  } catch (error) {
    return formErrorFrom(error, {});
  }
  const message = 'The key is revoked. Calls with it are refused from now on.';
  return redirectWithSnackbar(paths.myApi(), { color: 'success', message }, session, request);
}
