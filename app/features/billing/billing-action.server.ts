import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { requireAccountOfForm } from '~/server/account-of-form.server';
import { redirectWithSnackbar } from '~/server/flash.server';
import {
  checkFields,
  formError,
  formErrorFrom,
  hasHandler,
  readFields,
  unknownForm,
  type FormFields,
} from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';

const handlers = { cancel, resume, refund };

export async function billingAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const fields = await readFields(args.request);
  await requireAccountOfForm(visitor, args.request, fields);
  if (!hasHandler(handlers, fields.intent)) return unknownForm(fields);
  try {
    return await handlers[fields.intent](visitor, args, fields);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}

async function cancel({ api, session }: Visitor, { request }: RouteArgs) {
  await api('subscription_cancel', {});
  const message = 'Cancelled: nothing will be charged again.';
  return redirectWithSnackbar(paths.myCredits(), { color: 'success', message }, session, request);
}

async function resume({ api, session }: Visitor, { request }: RouteArgs) {
  await api('subscription_resume', {});
  const message = 'Your subscription continues.';
  return redirectWithSnackbar(paths.myCredits(), { color: 'success', message }, session, request);
}

async function refund({ api, session }: Visitor, { request }: RouteArgs, fields: FormFields) {
  const checked = checkFields(calls.payment_refund_request.input, fields);
  if (!checked.success) return formError(fields, checked);
  await api('payment_refund_request', checked.value);
  const message = 'We received your request and will answer by e-mail.';
  return redirectWithSnackbar(paths.myCredits(), { color: 'success', message }, session, request);
}
