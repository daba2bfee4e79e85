import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#backend/domain/app-error';
import { isCommonPassword } from './common-passwords';

// OWASP's smallest recommended argon2id setting: about 40 ms of one core.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * One form for the same characters (NIST SP 800-63B, section 3.1.1.2): keyboards send `ü` as one character or as two, and
 * Japanese ones send wide letters.
 */
const normalized = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), cost);
}

// Compared against when there is no account, so that the answer takes as long.
const nobody = hashPassword('nobody has this password');

/**
 * Whether the password is the account's; takes the same time when there is no hash to compare with. Hashes from before
 * passwords were normalised are of what was typed then.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await nobody);
  const candidates = new Set([normalized(password), password]);
  let matches = false;
  for (const candidate of candidates) matches ||= await verify(against, candidate);
  return matches && Boolean(stored);
}

/** With whatever is put around it to make it longer. */
const isProductName = /^[\W\d_]*face[\W_]*swap[\W\d_]*$/;

/** Refuses a new password that is easily guessed (NIST SP 800-63B, section 3.1.1.2). */
export function assertGoodPassword(password: string, email: string, field = 'password'): void {
  const guess = normalized(password).toLowerCase();
  const ownName = guess === email.toLowerCase() || guess === email.toLowerCase().split('@')[0];
  if (ownName) throw weak(field, 'This is your e-mail address: choose something else.');
  if (isProductName.test(guess)) throw weak(field, 'This is the name of the product: choose something else.');
  if (isCommonPassword(guess)) throw weak(field, 'This password is among the most common ones: choose another.');
}

const weak = (field: string, message: string) =>
  new AppError('invalid_input', { message, fields: { [field]: message } });
