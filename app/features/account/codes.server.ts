import { data } from '@remix-run/node';

import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, formErrorFrom, readFields, type FormFields } from '~/server/form.server';
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

async function confirm({ api }: Visitor, fields: FormFields) {
  const { uri } = fields;
  if (!uri || !isProvisioningUri(uri)) return formError({}, { message: 'Begin again.' });
  const checked = checkFields(calls.my_codes_confirm.input, fields);
  const refusal = !checked.success ? formError({}, checked) : await turnOn(api, checked.value);
  if ('recoveryCodes' in refusal.data) return refusal;
  return data({ ...refusal.data, scan: toScan(uri) }, refusal.init ?? undefined);
}

async function turnOn(api: Visitor['api'], given: { code: string }) {
  try {
    const { recovery_codes } = await api('my_codes_confirm', given);
    return data<CodesAnswer>({ recoveryCodes: recovery_codes });
  } catch (error) {
    return formErrorFrom(error, {});
  }
}

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
