import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, readFields, formError, formErrorFrom } from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';

type Fields = Record<string, string>;

/** Carries out a form of the credits page, and says what came of it. */
export async function billingAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const fields = await readFields(args.request);
  try {
    const message = await dispatch(visitor, fields);
    if (!message) return formError(fields, { message: 'Tell us why you would like your money back.' });
    const snackbar = { color: 'success', message } as const;
    return await redirectWithSnackbar(paths.myCredits(), snackbar, visitor.session, args.request);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}

async function dispatch({ api }: Visitor, fields: Fields): Promise<string | null> {
  switch (fields.intent) {
    case 'cancel':
      await api('subscription_cancel', {});
      return 'Cancelled: nothing will be charged again.';
    case 'resume':
      await api('subscription_resume', {});
      return 'Your subscription goes on.';
    default: {
      const checked = checkFields(calls.payment_refund_request.input, fields);
      if (!checked.success) return null;
      await api('payment_refund_request', checked.value);
      return 'We have your request, and answer by mail.';
    }
  }
}
