import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { accountActionOf } from '~/server/account-action.server';
import { ApiError } from '~/server/errors';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, type FormFields } from '~/server/form.server';
import type { RouteArgs, Visitor } from '~/server/guards.server';

import { identityOf, passwordMissing } from './identity.server';

export type EmailChangeData =
  /** `message`: why a link cannot be used. */
  { step: 'ask'; message?: string } | { step: 'confirm'; newEmail: string };

const codeOf = (request: Request) => new URL(request.url).searchParams.get('code') ?? '';

/** Keeps the code valid. */
export async function loadEmailChange({ api }: Visitor, { request }: RouteArgs): Promise<EmailChangeData> {
  const code = codeOf(request);
  if (!code) return { step: 'ask' };
  try {
    const { email } = await api('my_email_change_state', { code });
    return { step: 'confirm', newEmail: email };
  } catch (error) {
    if (!(error instanceof ApiError && error.isUserError)) throw error;
    return { step: 'ask', message: error.message };
  }
}

export const emailChangeAction = accountActionOf({ ask, confirm }, { keepsValues: true });

async function ask(visitor: Visitor, fields: FormFields, { request }: RouteArgs) {
  const checked = checkFields(calls.my_email_change.input, fields);
  const identity = await identityOf(visitor, fields);
  if (!checked.success || !identity) {
    const missing = identity ? {} : passwordMissing.fields;
    return formError(fields, { fields: { ...(checked.success ? {} : checked.fields), ...missing } });
  }
  const { email } = checked.value;
  await visitor.api('my_email_change', { email, ...identity });
  const message = `We sent a link to ${email.trim()}. Open it within 24 hours to use this address.`;
  return redirectWithSnackbar(paths.myAccount(), { color: 'success', message }, visitor.session, request);
}

async function confirm({ api, session }: Visitor, _fields: FormFields, { request }: RouteArgs) {
  const { email } = await api('my_email_change_confirm', { code: codeOf(request) });
  const message = `Your e-mail address is now ${email}.`;
  return redirectWithSnackbar(paths.myAccount(), { color: 'success', message }, session, request);
}
