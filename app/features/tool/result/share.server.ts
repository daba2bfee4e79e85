import { calls } from '#contract/calls';

import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, formErrorFrom, readFields, type FormFields } from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';
import { requestPath } from '~/server/redirect-target';

const handlers = { share: createShare, unshare: revokeShare };
const isIntent = (intent = ''): intent is keyof typeof handlers => Object.hasOwn(handlers, intent);

export async function shareAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const fields = await readFields(args.request);
  if (!isIntent(fields.intent)) {
    return formError(fields, { message: 'Unknown form. Reload the page and try again.' });
  }
  try {
    return await handlers[fields.intent](fields, args, visitor);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}

export async function createShare(fields: FormFields, { request }: RouteArgs, { api, session }: Visitor) {
  const checked = checkFields(calls.share_create.input, { order_id: fields.order_id ?? '', days: fields.days ?? '' });
  if (!checked.success) return formError(fields, checked);
  await api('share_create', checked.value);
  const message = 'The link is made. Anyone who has it sees the result, until it ends or you revoke it.';
  return redirectWithSnackbar(backTo(request), { color: 'success', message }, session, request);
}

export async function revokeShare(fields: FormFields, { request }: RouteArgs, { api, session }: Visitor) {
  const checked = checkFields(calls.share_revoke.input, { share_id: fields.share_id ?? '' });
  if (!checked.success) return formError(fields, { message: 'Choose the link to revoke.' });
  await api('share_revoke', checked.value);
  const message = 'The link is revoked. It shows nothing any more.';
  return redirectWithSnackbar(backTo(request), { color: 'success', message }, session, request);
}

const backTo = (request: Request) => `${requestPath(request)}#share`;
