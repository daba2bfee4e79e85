import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, formErrorFrom, readFields } from '~/server/form.server';
import { requireUser, type RouteArgs } from '~/server/guards.server';

export async function appealAction(args: RouteArgs) {
  const { api, session } = await requireUser(args);
  const fields = await readFields(args.request);
  const checked = checkFields(calls.my_decision_appeal.input, fields);
  if (!checked.success) {
    const message = checked.fields.decision_id && 'Choose the decision to appeal.';
    return formError(fields, { ...(message && { message }), fields: checked.fields });
  }
  try {
    await api('my_decision_appeal', checked.value);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
  const message = 'Your appeal has arrived. A person reads it, and the verdict comes by mail.';
  return redirectWithSnackbar(paths.myDecisions(), { color: 'success', message }, session, args.request);
}
