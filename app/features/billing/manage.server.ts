import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, readFields, refuse, refuseBy } from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';

type Fields = Record<string, string>;

/** Carries out a form of the credits page, and says what came of it. */
export async function manageBilling(args: RouteArgs) {
  const visitor = await requireUser(args);
  const fields = await readFields(args.request);
  try {
    const message = await carryOut(visitor, fields);
    if (!message) return refuse(fields, { message: 'Tell us why you would like your money back.' });
    const snackbar = { color: 'success', message } as const;
    return await redirectWithSnackbar(paths.myCredits(), snackbar, visitor.session, args.request);
  } catch (error) {
    return refuseBy(error, fields);
  }
}

async function carryOut({ api }: Visitor, fields: Fields): Promise<string | null> {
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
