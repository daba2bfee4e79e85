import { data, redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

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
import { requestPath } from '~/server/redirect-target';

const handlers = { create, update, rotate, ping, resend, delete: remove };

export async function webhooksAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const form = await readFormData(args.request);
  const fields: FormFields = { ...textFields(form), events: form.getAll('events').join(',') };
  await requireAccountOfForm(visitor, args.request, fields);
  if (!hasHandler(handlers, fields.intent)) return unknownForm({});
  try {
    return await handlers[fields.intent](visitor, args, fields);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}

/** A redirect would have to store the secret. */
async function create({ api }: Visitor, _args: RouteArgs, fields: FormFields) {
  const checked = checkFields(calls.my_webhook_create.input, fields);
  if (!checked.success) return formError(fields, checked);
  const { endpoint_id, url, secret } = await api('my_webhook_create', checked.value);
  return data({ created: { endpoint_id, url, secret } });
}

async function update({ api, session }: Visitor, { request }: RouteArgs, fields: FormFields) {
  const checked = checkFields(calls.my_webhook_update.input, { ...fields, enabled: fields.enabled ?? 'false' });
  if (!checked.success) return formError(fields, checked);
  await api('my_webhook_update', checked.value);
  const message = 'The endpoint is saved.';
  return redirectWithSnackbar(requestPath(request), { color: 'success', message }, session, request);
}

async function rotate({ api }: Visitor, _args: RouteArgs, fields: FormFields) {
  const checked = checkFields(calls.my_webhook_rotate.input, { ...fields, keep_old: fields.keep_old ?? 'false' });
  if (!checked.success) return formError({}, { message: 'Choose the endpoint whose secret to change.' });
  const { endpoint_id, url, secret } = await api('my_webhook_rotate', checked.value);
  return data({ created: { endpoint_id, url, secret } });
}

async function ping({ api }: Visitor, { request }: RouteArgs, fields: FormFields) {
  const checked = checkFields(calls.my_webhook_ping.input, fields);
  if (!checked.success) return formError({}, { message: 'Choose the endpoint to test.' });
  await api('my_webhook_ping', checked.value);
  return redirect(requestPath(request));
}

async function resend({ api }: Visitor, { request }: RouteArgs, fields: FormFields) {
  const checked = checkFields(calls.my_webhook_resend.input, fields);
  if (!checked.success) return formError({}, { message: 'Choose the delivery to send again.' });
  await api('my_webhook_resend', checked.value);
  return redirect(requestPath(request));
}

async function remove({ api, session }: Visitor, { request }: RouteArgs, fields: FormFields) {
  const checked = checkFields(calls.my_webhook_delete.input, fields);
  if (!checked.success) return formError({}, { message: 'Choose the endpoint to delete.' });
  await api('my_webhook_delete', checked.value);
  const message = 'The endpoint is deleted, with its log.';
  return redirectWithSnackbar(paths.myWebhooks(), { color: 'success', message }, session, request);
}
