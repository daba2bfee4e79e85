import { createHmac } from 'node:crypto';

import { Honeypot } from 'remix-utils/honeypot/server';

import { sessionSecret } from './environment.server';

let trap: Honeypot | undefined;

/** One for all instances: the form may be answered by another than the one that drew it. */
const honeypot = () =>
  (trap ??= new Honeypot({ encryptionSeed: createHmac('sha256', sessionSecret()).update('honeypot').digest('hex') }));

export type HoneypotFields = ReturnType<Honeypot['getInputProps']>;

/** What the hidden fields of a form need: see `components/honeypot.tsx`. */
export const honeypotFields = (): HoneypotFields => honeypot().getInputProps();

/** Said to whatever filled in what people don't see. Somebody whose browser did so can mend it. */
export const spamMessage =
  'This form was filled in as robots do it. Please send it once more, and leave out what you do not see.';

/** Whether a program filled in the form: a field that nobody sees has something in it, or the form was never drawn. */
export function isSpam(form: FormData): boolean {
  const trap = honeypot();
  try {
    trap.check(form);
    return !form.has('name__confirm');
  } catch {
    return true; // a SpamError, or the cipher's own error for a stamp that is not ours
  }
}
