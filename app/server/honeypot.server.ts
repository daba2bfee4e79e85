import { createHmac } from 'node:crypto';

import { Honeypot } from 'remix-utils/honeypot/server';

import { sessionSecret } from './environment.server';

let trap: Honeypot | undefined;

/** Seeded by the shared secret: another instance may handle the form. */
const honeypot = () =>
  (trap ??= new Honeypot({ encryptionSeed: createHmac('sha256', sessionSecret()).update('honeypot').digest('hex') }));

export type HoneypotFields = ReturnType<Honeypot['getInputProps']>;

/** Props of `components/honeypot.tsx`. */
export const honeypotFields = (): HoneypotFields => honeypot().getInputProps();

/** Shown to people, too, if their browser filled in the hidden field. */
export const spamMessage =
  'This looks like an automated submission. Please send the form again, and leave hidden fields empty.';

/** The hidden field is filled in, or the form's stamp is missing or invalid. */
export function isSpam(form: FormData): boolean {
  const trap = honeypot();
  try {
    trap.check(form);
    return !form.has('name__confirm');
  } catch {
    return true; // SpamError, or a decryption error for a forged stamp
  }
}
