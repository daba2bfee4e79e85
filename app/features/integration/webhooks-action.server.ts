import { data, redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { accountActionOf } from '~/server/account-action.server';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, type FormFields } from '~/server/form.server';
import type { RouteArgs, Visitor } from '~/server/guards.server';
import { requestPath } from '~/server/redirect-target';

export const webhooksAction = accountActionOf(
  { create, update, rotate, ping, resend, delete: remove },
  { keepsValues: true, list: 'events' },
);

/** A redirect would have to store the secret. */
async function create({ api }: Visitor, fields: FormFields) {
  const checked = checkFields(calls.my_webhook_create.input, fields);
  if (!checked.success) return formError(fields, checked);
  const { endpoint_id, url, secret } = await api('my_webhook_create', checked.value);
  return data({ created: { endpoint_id, url, secret } });
}

async function update({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const checked = checkFields(calls.my_webhook_update.input, { ...fields, enabled: fields.enabled ?? 'false' });
  if (!checked.success) return formError(fields, checked);
  await api('my_webhook_update', checked.value);
  const message = 'The endpoint is saved.';
  return redirectWithSnackbar(requestPath(request), { color: 'success', message }, session, request);
}

async function rotate({ api }: Visitor, fields: FormFields) {
  const checked = checkFields(calls.my_webhook_rotate.input, { ...fields, keep_old: fields.keep_old ?? 'false' });
  if (!checked.success) return formError({}, { message: 'Choose the endpoint whose secret to change.' });
  const { endpoint_id, url, secret } = await api('my_webhook_rotate', checked.value);
  return data({ created: { endpoint_id, url, secret } });
}

async function ping({ api }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const checked = checkFields(calls.my_webhook_ping.input, fields);
  if (!checked.success) return formError({}, { message: 'Choose the endpoint to test.' });
  await api('my_webhook_ping', checked.value);
  return redirect(requestPath(request));
}

async function resend({ api }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const checked = checkFields(calls.my_webhook_resend.input, fields);
  if (!checked.success) return formError({}, { message: 'Choose the delivery to send again.' });
  await api('my_webhook_resend', checked.value);
  return redirect(requestPath(request));
}

async function remove({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const checked = checkFields(calls.my_webhook_delete.input, fields);
  if (!checked.success) return formError({}, { message: 'Choose the endpoint to delete.' });
  await api('my_webhook_delete', checked.value);
  const message = 'The endpoint is deleted, with its log.';
  return redirectWithSnackbar(paths.myWebhooks(), { color: 'success', message }, session, request);
}
