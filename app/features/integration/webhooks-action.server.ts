import { data, redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, readFormData, formError, formErrorFrom, textFields } from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';
import { requestPath } from '~/server/redirect-target';

type Fields = Record<string, string>;

const intents = ['create', 'update', 'rotate', 'ping', 'resend', 'delete'] as const;
type Intent = (typeof intents)[number];

/** The forms of the pages of webhooks, told apart by their intent. */
export async function webhooksAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const form = await readFormData(args.request);
  const fields: Fields = { ...textFields(form), events: form.getAll('events').join(',') };
  const intent = intents.find((one) => one === fields.intent);
  if (!intent) return formError({}, { message: 'That form is not known here. Reload the page.' });
  try {
    return await act(intent, visitor, args, fields);
  } catch (error) {
    if (error instanceof Response) throw error;
    return formErrorFrom(error, fields);
  }
}

function act(intent: Intent, visitor: Visitor, args: RouteArgs, fields: Fields) {
  switch (intent) {
    case 'create':
      return create(visitor, fields);
    case 'update':
      return update(visitor, args, fields);
    case 'rotate':
      return rotate(visitor, fields);
    case 'ping':
      return ping(visitor, args, fields);
    case 'resend':
      return resend(visitor, args, fields);
    case 'delete':
      return remove(visitor, args, fields);
    default:
      throw new Error(`no such intent: ${intent satisfies never}`);
  }
}

/** Answers with the page itself, which shows the secret: a redirect would have to keep it somewhere. */
async function create({ api }: Visitor, fields: Fields) {
  const checked = checkFields(calls.my_webhook_create.input, fields);
  if (!checked.success) return formError(fields, checked);
  const { endpoint_id, url, secret } = await api('my_webhook_create', checked.value);
  return data({ created: { endpoint_id, url, secret } });
}

async function update({ api, session }: Visitor, { request }: RouteArgs, fields: Fields) {
  const checked = checkFields(calls.my_webhook_update.input, { ...fields, enabled: fields.enabled ?? 'false' });
  if (!checked.success) return formError(fields, checked);
  await api('my_webhook_update', checked.value);
  const message = 'The endpoint is saved.';
  return redirectWithSnackbar(requestPath(request), { color: 'success', message }, session, request);
}

async function rotate({ api }: Visitor, fields: Fields) {
  const checked = checkFields(calls.my_webhook_rotate.input, { ...fields, keep_old: fields.keep_old ?? 'false' });
  if (!checked.success) return formError({}, { message: 'Choose the endpoint whose secret to change.' });
  const { endpoint_id, url, secret } = await api('my_webhook_rotate', checked.value);
  return data({ created: { endpoint_id, url, secret } });
}

async function ping({ api }: Visitor, { request }: RouteArgs, fields: Fields) {
  const checked = checkFields(calls.my_webhook_ping.input, fields);
  if (!checked.success) return formError({}, { message: 'Choose the endpoint to test.' });
  await api('my_webhook_ping', checked.value);
  return redirect(requestPath(request));
}

async function resend({ api }: Visitor, { request }: RouteArgs, fields: Fields) {
  const checked = checkFields(calls.my_webhook_resend.input, fields);
  if (!checked.success) return formError({}, { message: 'Choose the delivery to send again.' });
  await api('my_webhook_resend', checked.value);
  return redirect(requestPath(request));
}

async function remove({ api, session }: Visitor, { request }: RouteArgs, fields: Fields) {
  const checked = checkFields(calls.my_webhook_delete.input, fields);
  if (!checked.success) return formError({}, { message: 'Choose the endpoint to delete.' });
  await api('my_webhook_delete', checked.value);
  const message = 'The endpoint is deleted, with its log.';
  return redirectWithSnackbar(paths.myWebhooks(), { color: 'success', message }, session, request);
}
