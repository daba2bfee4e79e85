import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { requireAccountOfForm } from '~/server/account-of-form.server';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, readFields, formError, formErrorFrom, type FormFields } from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';

export async function billingAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const fields = await readFields(args.request);
  await requireAccountOfForm(visitor, args.request, fields);
  try {
    const message = await dispatch(visitor, fields);
    if (!message) return formError(fields, { message: 'Tell us why you would like a refund.' });
    const snackbar = { color: 'success', message } as const;
    return await redirectWithSnackbar(paths.myCredits(), snackbar, visitor.session, args.request);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}

async function dispatch({ api }: Visitor, fields: FormFields): Promise<string | null> {
  switch (fields.intent) {
    case 'cancel':
      await api('subscription_cancel', {});
      return 'Cancelled: nothing will be charged again.';
    case 'resume':
      await api('subscription_resume', {});
      return 'Your subscription continues.';
    default: {
      const checked = checkFields(calls.payment_refund_request.input, fields);
      if (!checked.success) return null;
      await api('payment_refund_request', checked.value);
      return 'We received your request and will answer by e-mail.';
    }
  }
}
