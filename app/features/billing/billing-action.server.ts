import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { accountActionOf } from '~/server/account-action.server';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, type FormFields } from '~/server/form.server';
import type { RouteArgs, Visitor } from '~/server/guards.server';

export const billingAction = accountActionOf({ cancel, resume, refund }, { keepsValues: true });

async function cancel({ api, session }: Visitor, _fields: FormFields, { request }: RouteArgs) {
  await api('subscription_cancel', {});
  const message = 'Cancelled: nothing will be charged again.';
  return redirectWithSnackbar(paths.myCredits(), { color: 'success', message }, session, request);
}

async function resume({ api, session }: Visitor, _fields: FormFields, { request }: RouteArgs) {
  await api('subscription_resume', {});
  const message = 'Your subscription continues.';
  return redirectWithSnackbar(paths.myCredits(), { color: 'success', message }, session, request);
}

async function refund({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const checked = checkFields(calls.payment_refund_request.input, fields);
  if (!checked.success) return formError(fields, checked);
  await api('payment_refund_request', checked.value);
  const message = 'We received your request and will answer by e-mail.';
  return redirectWithSnackbar(paths.myCredits(), { color: 'success', message }, session, request);
}
