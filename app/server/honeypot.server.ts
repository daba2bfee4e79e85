import { createHmac } from 'node:crypto';

import { Honeypot } from 'remix-utils/honeypot/server';

import { sessionSecret } from './environment.server';

let trap: Honeypot | undefined;

/** Shared secret: another instance may handle the form. */
const honeypot = () =>
  (trap ??= new Honeypot({ encryptionSeed: createHmac('sha256', sessionSecret()).update('honeypot').digest('hex') }));

export type HoneypotFields = ReturnType<Honeypot['getInputProps']>;

/** Of `components/honeypot.tsx`. */
export const honeypotFields = (): HoneypotFields => honeypot().getInputProps();

/** Browsers of people may fill in the field, too. */
export const spamMessage =
  'This looks like an automated submission. Please send the form again, and leave hidden fields empty.';

/** Filled in, or the stamp is missing or invalid. */
export function isSpam(form: FormData): boolean {
  const trap = honeypot();
  try {
    trap.check(form);
    return !form.has('name__confirm');
  } catch {
    return true; // SpamError, or a forged stamp's decryption error
  }
}
