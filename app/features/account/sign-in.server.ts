import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { isGoogleSetUp } from './google-openid.server';
import { checkFields, readFields, formError, formErrorFrom, type FormFields } from '~/server/form.server';
import { getVisitor, type RouteArgs } from '~/server/guards.server';
import { returnPage } from '~/server/redirect-target';

import { finishGoogle, startGoogle } from './google.server';
import { askForCode, needsCode } from './second-step.server';
import { startSession } from './start-session.server';

export interface SignInData {
  isGoogleSetUp: boolean;
  /** Address that has just signed up. */
  address: string | null;
}

/** `?start` redirects to Google; `?state` handles its callback. */
export async function loadLogIn(args: RouteArgs): Promise<SignInData> {
  const { pathname, searchParams } = new URL(args.request.url);
  if (pathname === paths.loginGoogle()) {
    if (searchParams.has('state')) throw await finishGoogle(args);
    if (searchParams.has('start')) throw await startGoogle(args, searchParams.get('redirect') ?? undefined);
  }
  return loadSignIn(args);
}

export async function loadSignIn(args: RouteArgs): Promise<SignInData> {
  const { session, isLoggedIn } = await getVisitor(args);
  if (isLoggedIn) throw redirect(returnPage(args.request));
  return { isGoogleSetUp, address: session.get('address') ?? null };
}

export async function logIn(args: RouteArgs) {
  const fields = await readFields(args.request);
  if (fields.intent === 'passkey') return logInByPasskey(args, fields);
  const checked = checkFields(calls.email_login.input, fields);
  if (!checked.success) return formError(fields, checked);
  const visitor = await getVisitor(args);
  const target = returnPage(args.request);
  try {
    return await startSession(await visitor.api('email_login', checked.value), visitor, args.request, { target });
  } catch (error) {
    if (needsCode(error)) return askForCode(error, visitor.session, args.request, target);
    return formErrorFrom(error, fields);
  }
}

async function logInByPasskey(args: RouteArgs, fields: FormFields) {
  const checked = checkFields(calls.passkey_login.input, fields);
  if (!checked.success) return formError({}, { message: 'The browser’s answer could not be read. Try again.' });
  const visitor = await getVisitor(args);
  try {
    const started = await visitor.api('passkey_login', checked.value);
    return await startSession(started, visitor, args.request, { target: returnPage(args.request) });
  } catch (error) {
    return formErrorFrom(error, {});
  }
}
