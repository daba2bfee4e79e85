import { data } from '@remix-run/node';

import { calls } from '#contract/calls';

import { identityOf, passwordMissing } from '~/features/account/identity.server';
import { paths } from '~/lib/paths';
import { requireAccountOfForm } from '~/server/account-of-form.server';
import { redirectWithSnackbar } from '~/server/flash.server';
import {
  checkFields,
  readFormData,
  formError,
  formErrorFrom,
  hasHandler,
  textFields,
  unknownForm,
  type FormFields,
} from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';

const handlers = { create, revoke };

export async function keysAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const form = await readFormData(args.request);
  const fields: FormFields = { ...textFields(form), scopes: form.getAll('scopes').join(',') };
  await requireAccountOfForm(visitor, args.request, fields);
  if (!hasHandler(handlers, fields.intent)) return unknownForm({});
  try {
    return await handlers[fields.intent](visitor, args, fields);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}

/** A redirect would have to store the secret. */
async function create(visitor: Visitor, _args: RouteArgs, fields: FormFields) {
  const checked = checkFields(calls.my_api_key_create.input, withoutEmptyPassword(fields));
  if (!checked.success) return formError(fields, checked);
  if (!(await identityOf(visitor, fields))) return formError(fields, passwordMissing);
  const { name, secret } = await visitor.api('my_api_key_create', checked.value);
  return data({ created: { name, secret } });
}

const withoutEmptyPassword = ({ password = '', ...fields }: FormFields): FormFields =>
  password ? { ...fields, password } : fields;

async function revoke({ api, session }: Visitor, { request }: RouteArgs, fields: FormFields) {
  const checked = checkFields(calls.my_api_key_revoke.input, fields);
  if (!checked.success) return formError({}, { message: 'Choose the key to revoke.' });
  await api('my_api_key_revoke', checked.value);
  const message = 'The key is revoked. Calls with it are refused from now on.';
  return redirectWithSnackbar(paths.myApi(), { color: 'success', message }, session, request);
}
