import { data } from '@remix-run/node';

import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { accountActionOf } from '~/server/account-action.server';
import { ApiError } from '~/server/errors';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, formErrorFrom, type FormError, type FormFields } from '~/server/form.server';
import type { RouteArgs, Visitor } from '~/server/guards.server';

import { identityOf, passwordMissing } from './identity.server';
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

/** Secrets are answered without a redirect, which would have to store them. */
export const codesAction = accountActionOf({ begin, confirm, renew, end });

async function begin(visitor: Visitor, fields: FormFields) {
  const identity = await identityOf(visitor, fields);
  if (!identity) return formError({}, passwordMissing);
  const { uri } = await visitor.api('my_codes_begin', identity);
  return data<CodesAnswer>({ scan: toScan(uri) });
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

async function renew(visitor: Visitor, fields: FormFields) {
  const identity = await identityOf(visitor, fields);
  if (!identity) return formError({}, passwordMissing);
  const { recovery_codes } = await visitor.api('my_recovery_codes_renew', identity);
  return data<CodesAnswer>({ recoveryCodes: recovery_codes });
}

async function end(visitor: Visitor, fields: FormFields, { request }: RouteArgs) {
  const identity = await identityOf(visitor, fields);
  if (!identity) return formError({}, passwordMissing);
  await visitor.api('my_codes_end', identity);
  const message = 'One-time codes are off.';
  return redirectWithSnackbar(paths.myAccount(), { color: 'success', message }, visitor.session, request);
}
