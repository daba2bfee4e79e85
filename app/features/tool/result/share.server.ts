import { calls } from '#contract/calls';

import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, type FormFields } from '~/server/form.server';
import type { RouteArgs, Visitor } from '~/server/guards.server';
import { requestPath } from '~/server/redirect-target';

export async function createShare({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const checked = checkFields(calls.share_create.input, { order_id: fields.order_id ?? '', days: fields.days ?? '' });
  if (!checked.success) return formError(fields, checked);
  await api('share_create', checked.value);
  const message = 'The link is made. Anyone who has it sees the result, until it ends or you revoke it.';
  return redirectWithSnackbar(backTo(request), { color: 'success', message }, session, request);
}

export async function revokeShare({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const checked = checkFields(calls.share_revoke.input, { share_id: fields.share_id ?? '' });
  if (!checked.success) return formError(fields, { message: 'Choose the link to revoke.' });
  await api('share_revoke', checked.value);
  const message = 'The link is revoked. It shows nothing any more.';
  return redirectWithSnackbar(backTo(request), { color: 'success', message }, session, request);
}

const backTo = (request: Request) => `${requestPath(request)}#share`;
