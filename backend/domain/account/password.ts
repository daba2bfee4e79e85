import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#backend/domain/app-error';
import { isCommonPassword } from './common-passwords';

// OWASP's smallest argon2id setting: about 40 ms.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** NIST SP 800-63B, section 3.1.1.2: keyboards encode `ü` in two ways. */
const normalized = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), cost);
}

// Without an account the check takes as long.
const dummyHash = hashPassword('nobody has this password');

/** Also tries older hashes, made without normalisation. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await dummyHash);
  const candidates = new Set([normalized(password), password]);
  let matches = false;
  for (const candidate of candidates) matches ||= await verify(against, candidate);
  return matches && Boolean(stored);
}

const isProductName = /^[\W\d_]*face[\W_]*swap[\W\d_]*$/;

/** NIST SP 800-63B, section 3.1.1.2. */
export function assertGoodPassword(password: string, email: string, field = 'password'): void {
  const guess = normalized(password).toLowerCase();
  const ownName = guess === email.toLowerCase() || guess === email.toLowerCase().split('@')[0];
  if (ownName) throw weak(field, 'This is your e-mail address: choose something else.');
  if (isProductName.test(guess)) throw weak(field, 'This is the name of the product: choose something else.');
  if (isCommonPassword(guess)) throw weak(field, 'This password is among the most common ones: choose another.');
}

const weak = (field: string, message: string) =>
  new AppError('invalid_input', { message, fields: { [field]: message } });
