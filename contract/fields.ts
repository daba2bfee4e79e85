import { z } from 'zod/v4';
import { pageSize, passwordLength } from './rules';

// Requests come as JSON or form-encoded alike, so numbers, booleans and objects may arrive as text.

/** Id of any object: a UUIDv7 string, which reveals nothing but when it was made. */
export const id = z.uuid('This is not an id of ours.');

/** A moment: ISO 8601, UTC. */
export const time = z.iso.datetime();

/** Whole milliseconds from the start of the media. */
export const milliseconds = z.coerce.number().int().nonnegative();

/** A yes or no that a form may send as "true", "on" or "1". */
export const flag = z.preprocess(
  (value) => (typeof value === 'string' ? ['true', 'on', '1', 'yes'].includes(value.toLowerCase()) : value),
  z.boolean(),
);

/** A statement that must be made: anything but yes is refused with the sentence given. */
export function statement(message: string) {
  return flag.refine((given) => given, message);
}

/** An object that a form may send as JSON text. */
export function jsonField<T extends z.ZodType>(schema: T) {
  return z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'This must be JSON.' });
      return z.NEVER;
    }
  }, schema);
}

export const email = z
  .string()
  .trim()
  .max(254, 'An e-mail address has at most 254 characters.')
  .pipe(z.email('Enter an e-mail address like name@example.com.'));

/** A new password (NIST SP 800-63B: length alone; common ones are refused by the server). */
export const newPassword = z
  .string()
  .min(passwordLength.min, `Use at least ${passwordLength.min} characters.`)
  .max(passwordLength.max, `Use at most ${passwordLength.max} characters.`);

/** A password as typed at sign-in: only bounded, since old rules may have been others. */
export const password = z.string().min(1, 'Enter your password.').max(1024, 'That is too long for a password.');

export const page = z.coerce.number().int().min(1, 'Pages start at 1.').default(pageSize.firstPage);
export const perPage = z.coerce
  .number()
  .int()
  .min(1)
  .max(pageSize.max, `At most ${pageSize.max} a page.`)
  .default(pageSize.default);

/** `page` and `per_page` of every list. */
export const paging = { page, per_page: perPage };

/** A list's answer: one page of items and how many there are in all. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    page: z.number().int(),
    per_page: z.number().int(),
    total: z.number().int().nonnegative(),
  });
}

/** The origin of the page the user is on, to come back to. */
export const userOrigin = z.url('This must be the address of a page.').optional();

/** A file in a multipart form. */
export const file = z
  .custom<Blob>((value) => value instanceof Blob, 'Choose a file.')
  .meta({
    type: 'string',
    format: 'binary',
  });

/** An answer without content. */
export const nothing = z.object({});
