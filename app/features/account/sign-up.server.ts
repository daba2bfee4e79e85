import { randomBytes } from 'node:crypto';

import { calls } from '#contract/calls';

import { readUtmAll } from '~/features/attribution/attribution.server';
import { paths } from '~/lib/paths';
import { checkFields, readFormData, formError, formErrorFrom, textFields } from '~/server/form.server';
import { getVisitor, type RouteArgs } from '~/server/guards.server';
import { honeypotFields, isSpam, spamMessage, type HoneypotFields } from '~/server/honeypot.server';
import { keepReturnTo, redirectWithSession } from '~/server/session.server';

import { loadSignIn, type SignInData } from './sign-in.server';

export interface SignUpData extends SignInData {
  step: 'ask' | 'sent';
  honeypot: HoneypotFields;
}

export async function loadSignUp(args: RouteArgs): Promise<SignUpData> {
  const isSent = new URL(args.request.url).searchParams.has('sent');
  return { ...(await loadSignIn(args)), step: isSent ? 'sent' : 'ask', honeypot: honeypotFields() };
}

/**
 * Equal reply for every address: only the mail reveals whether an account exists. Its link logs in this
 * browser.
 */
export async function register(args: RouteArgs) {
  const { request } = args;
  const form = await readFormData(request);
  const fields = textFields(form);
  if (isSpam(form)) return formError({ email: fields.email ?? '' }, { message: spamMessage });
  const checked = checkFields(calls.email_register.input, fields);
  if (!checked.success) return formError(fields, checked);
  const { api, session } = await getVisitor(args);
  try {
    const { email, password } = checked.value;
    const device = session.get('device') ?? randomBytes(32).toString('base64url');
    const utm_all = readUtmAll(request.headers.get('cookie'));
    const made = await api('email_register', { email, password, utm_all, device });
    const returnTo = new URL(request.url).searchParams.get('redirect') ?? undefined;
    session.set('address', made.email);
    session.set('device', device);
    keepReturnTo(session, returnTo);
    return await redirectWithSession(paths.signup(returnTo, { sent: '1' }), session, request);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}
