import { data } from '@remix-run/node';

import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { requireAccountOfForm } from '~/server/account-of-form.server';
import { ApiError } from '~/server/errors';
import { redirectWithSnackbar } from '~/server/flash.server';
import {
  checkFields,
  formError,
  formErrorFrom,
  readFields,
  type FormError,
  type FormFields,
} from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';

import { qrCode, type QrCode } from './qr-code.server';

/** What the app scans, sent back by the form so that a wrong code does not lose it. */
export interface CodesToScan {
  uri: string;
  secret: string;
  qr: QrCode;
}

export interface CodesAnswer {
  scan?: CodesToScan;
  /** Shown once. */
  recoveryCodes?: string[];
}

const handlers = { begin, confirm, renew, end };
const isIntent = (intent = ''): intent is keyof typeof handlers => Object.hasOwn(handlers, intent);

/** Secrets are answered without a redirect, which would have to store them. */
export async function codesAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const fields = await readFields(args.request);
  await requireAccountOfForm(visitor, args.request, fields);
  if (!isIntent(fields.intent)) return formError({}, { message: 'Unknown form. Reload the page and try again.' });
  const { has_password } = await visitor.api('my_userinfo', {});
  const needsPassword = fields.intent !== 'confirm' && has_password;
  if (needsPassword && !fields.password) return formError({}, { fields: { password: 'Enter your password.' } });
  return handlers[fields.intent](visitor, fields, args);
}

const identityOf = ({ password }: FormFields) => (password ? { password } : {});

async function begin({ api }: Visitor, fields: FormFields) {
  try {
    const { uri } = await api('my_codes_begin', identityOf(fields));
    return data<CodesAnswer>({ scan: toScan(uri) });
  } catch (error) {
    return formErrorFrom(error, {});
  }
}

const isProvisioningUri = (uri = '') => uri.length < 600 && /^otpauth:\/\/totp\/[^?]+\?secret=[A-Z2-7]+&/.test(uri);

function toScan(uri: string): CodesToScan {
  return { uri, secret: /secret=([A-Z2-7]+)/.exec(uri)![1]!, qr: qrCode(uri) };
}

const alreadyOn = 'One-time codes are on. If you have not kept the recovery codes, make new ones here.';

async function confirm({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const { uri } = fields;
  if (!uri || !isProvisioningUri(uri)) return formError({}, { message: 'Begin again.' });
  const checked = checkFields(calls.my_codes_confirm.input, fields);
  if (!checked.success) return withScan(formError({}, checked), uri);
  try {
    const { recovery_codes } = await api('my_codes_confirm', checked.value);
    return data<CodesAnswer>({ recoveryCodes: recovery_codes });
  } catch (error) {
    // The form was sent twice: the first answer, with the recovery codes, is lost.
    const isWrong = error instanceof ApiError && error.code === 'wrong_credentials';
    if (isWrong && (await api('my_second_steps', {})).codes_since) {
      return redirectWithSnackbar(paths.myCodes(), { color: 'success', message: alreadyOn }, session, request);
    }
    return withScan(formErrorFrom(error, {}), uri);
  }
}

const withScan = ({ data: state, init }: FormError, uri: string) =>
  data({ ...state, scan: toScan(uri) }, init ?? undefined);

async function renew({ api }: Visitor, fields: FormFields) {
  try {
    const { recovery_codes } = await api('my_recovery_codes_renew', identityOf(fields));
    return data<CodesAnswer>({ recoveryCodes: recovery_codes });
  } catch (error) {
    return formErrorFrom(error, {});
  }
}

async function end({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  try {
    await api('my_codes_end', identityOf(fields));
  } catch (error) {
    return formErrorFrom(error, {});
  }
  const message = 'One-time codes are off.';
  return redirectWithSnackbar(paths.myAccount(), { color: 'success', message }, session, request);
}
