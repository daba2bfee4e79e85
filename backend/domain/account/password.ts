import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../app-error';
import { isCommonPassword } from './common-passwords';

// OWASP's smallest recommended argon2id setting: about 40 ms of one core.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

// Compared against when there is no account, so that the answer takes as long.
const nobody = hashPassword('nobody has this password');

/** Whether the password is the account's; takes the same time when there is no hash to compare with. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), password);
  return matches && Boolean(stored);
}

/** With whatever is put around it to make it longer. */
const isProductName = /^[\W\d_]*face[\W_]*swap[\W\d_]*$/;

/** Refuses a new password that is easily guessed (NIST SP 800-63B, section 3.1.1.2). */
export function assertGoodPassword(password: string, email: string, field = 'password'): void {
  const guess = password.toLowerCase();
  const ownName = guess === email.toLowerCase() || guess === email.toLowerCase().split('@')[0];
  if (ownName) throw weak(field, 'This is your e-mail address: choose something else.');
  if (isProductName.test(guess)) throw weak(field, 'This is the name of the product: choose something else.');
  if (isCommonPassword(guess)) throw weak(field, 'This password is among the most common ones: choose another.');
}

const weak = (field: string, message: string) =>
  new AppError('invalid_input', { message, fields: { [field]: message } });
