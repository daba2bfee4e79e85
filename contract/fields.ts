import './sentences';

import { z } from 'zod/v4';
import { withAsciiDomain } from '#shared/ascii-domain';
import { formatNumber } from '#shared/format-number';
import { isWebAddress } from '#shared/web-address';
import { defaultToolId, faceNameLength, mediaNameLength, pageSize, passwordLength, qualityPattern } from './rules';

// Form-encoded requests send numbers, booleans and objects as text.

interface TextOptions {
  /** Unicode characters, as in JSON Schema and PostgreSQL. */
  max: number;
  /** In messages, e.g. "A name". */
  what?: string;
  /** Message for empty text, which is otherwise valid. */
  missing?: string;
  /** Do not trim. */
  exact?: boolean;
  /** One line, which begins and ends in the direction of the page. */
  isName?: boolean;
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
const isStorable = (value: string) => !/[\0\p{Surrogate}]/u.test(value);

/** zod also checks other types, where `length` may throw. */
function lengthCheck(error: string): string {
  const when = ({ value }: { value: unknown }) => typeof value === 'string' || Array.isArray(value);
  return { error, when } as unknown as string;
}

/** Zod itself counts UTF-16 code units, of which an emoji has at least two. */
function maxCharacters(max: number, error: string) {
  const units = z.maxLength(max, lengthCheck(error));
  const { check } = units._zod;
  units._zod.check = (text) => ([...(text.value as string)].length > max ? check(text) : undefined);
  return units;
}

const lineBreaks = /(?:(?!\0)[\p{Cc}\p{Zl}\p{Zp}])+/gu;
/** Embeddings, overrides and isolates would also turn the text that follows a name. */
const directions = /[\u202a-\u202e\u2066-\u2069]/gu;
/** Blank Braille has the category of a symbol. */
const isVisible = (value: string) => /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(value);

function asName(value: string): string {
  const line = value.replace(lineBreaks, ' ').replace(directions, '').trim();
  return isVisible(line) || !isStorable(line) ? line : '';
}

/** Every text field: bounded and storable. */
export function text({ max, what = 'This', missing, exact = false, isName = false }: TextOptions): z.ZodString {
  const base = missing === undefined ? z.string() : z.string(missing);
  const trimmed = isName ? base.overwrite(asName) : base.trim();
  const bounded = (exact ? base : trimmed)
    .check(maxCharacters(max, `${what} may have at most ${formatNumber(max)} characters.`))
    .refine(isStorable, `${what} contains characters that cannot be stored. Remove them and send it again.`);
  return missing === undefined ? bounded : bounded.min(1, lengthCheck(missing));
}

/** Of a PostgreSQL integer. */
const maxInteger = 2 ** 31 - 1;

interface IntegerOptions {
  min?: number;
  max?: number;
  what?: string;
  tooSmall?: string;
}

const numberFromText = (value: number | string): unknown =>
  typeof value === 'string' && value.trim() !== '' ? Number(value) : value;

/** Bounded by its database column. */
export function integer({ min = 0, max = maxInteger, what = 'This', tooSmall }: IntegerOptions = {}) {
  return z.preprocess(
    numberFromText,
    z
      .int(`${what} must be a whole number.`)
      .min(min, tooSmall ?? `${what} must be at least ${formatNumber(min)}.`)
      .max(max, `${what} may be at most ${formatNumber(max)}.`),
  );
}

/** UUIDv7: reveals only its creation time. Clients may send capitals (RFC 9562, section 4); code compares ids as text. */
export const id = z
  .uuid({
    // A missing id gets the message of every missing field.
    error: ({ input }) => (input === undefined ? undefined : 'This is not an id of ours.'),
  })
  .toLowerCase();

/** ISO 8601, UTC. */
export const time = z.iso.datetime();

/** Other encodings, such as text in a form, for OpenAPI. */
export const otherForms = z.registry<{ schema: { [keyword: string]: unknown } }>();

const yes = ['true', 'on', '1', 'yes'];
const no = ['false', 'off', '0', 'no', ''];

function booleanFromText(value: boolean | string): unknown {
  if (typeof value !== 'string') return value;
  const word = value.toLowerCase();
  if (yes.includes(word)) return true;
  return no.includes(word) ? false : value;
}

/** Forms may send "true", "on" or "1". */
export const flag = z
  .preprocess(booleanFromText, z.boolean('Send true or false.'))
  .register(otherForms, { schema: { type: 'string', enum: [...yes, ...no] } });

/** Must be true; otherwise `message` is the error. */
export function statement(message: string) {
  const schema = { type: 'string', enum: yes };
  return z
    .preprocess(booleanFromText, z.literal(true, message))
    .register(otherForms, { schema })
    .describe('A statement: without it the call is refused.');
}

const countOf = (value: unknown) => (value !== null && typeof value === 'object' ? Object.keys(value).length : 0);

/** Zod counts entries after it has read them all, which took seconds where 100,000 were wrong. */
export function atMost<T extends z.ZodType>(most: number, schema: T, tooMany: string) {
  return z.preprocess((value, context) => {
    if (countOf(value) <= most) return value;
    context.addIssue({ code: 'custom', message: tooMany });
    return z.NEVER;
  }, schema);
}

interface ListOptions {
  /** Message for an empty list, which is otherwise valid. */
  missing?: string;
  tooMany?: string;
}

export function listAtMost<T extends z.ZodType>(most: number, item: T, { missing, tooMany }: ListOptions = {}) {
  const error = tooMany ?? `A list may have at most ${most} entries.`;
  const list = z.array(item, missing).max(most, lengthCheck(error));
  return atMost(most, missing === undefined ? list : list.min(1, lengthCheck(missing)), error);
}

/** Not empty, no duplicates; forms may send comma-separated text. */
export function listField<T extends z.ZodType>(item: T, missing: string) {
  const split = (value: unknown) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : value;
  const list = listAtMost(20, item, { missing }).transform(unique);
  const schema = { type: 'string', description: 'The entries, joined by commas.' };
  return z.preprocess(split, list).register(otherForms, { schema });
}

const unique = <T>(items: T[]): T[] => [...new Set(items)];

/** Forms may send JSON text. */
export function jsonField<T extends z.ZodType>(schema: T) {
  const parsed = z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'This text must be JSON.' });
      return z.NEVER;
    }
  }, schema);
  otherForms.add(parsed, { schema: { type: 'string', contentMediaType: 'application/json' } });
  return parsed;
}

/** Zod's pattern, extended by punycode top-level domains. */
const emailPattern =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|xn--[A-Za-z0-9-]{2,59})$/;

/** International domains become ASCII. */
export const email = text({ max: 254, what: 'An e-mail address' })
  .transform(withAsciiDomain)
  .pipe(
    z
      .email({ error: 'Enter an e-mail address like name@example.com.', pattern: emailPattern })
      .max(254, lengthCheck('An e-mail address may have at most 254 characters.')),
  );

/** NIST SP 800-63B: length only; the server rejects common ones. */
export const newPassword = text({ max: passwordLength.max, what: 'A password', exact: true }).min(
  passwordLength.min,
  lengthCheck(`Use at least ${passwordLength.min} characters.`),
);

/** At sign-in: bounded only, since older rules may differ. */
export const password = text({ max: 1024, what: 'A password', missing: 'Enter your password.', exact: true });

export const productId = text({ max: 100, what: 'The id of a plan', missing: 'Choose a plan.' });

/** Absent: the operator's default. */
export const qualityId = z
  .string('Name a quality of /tool/lists.')
  .regex(qualityPattern, 'Name a quality of /tool/lists.')
  .optional()
  .describe('Id of a quality of `/tool/lists`; the default without it.');

export const toolId = text({ max: 20, what: 'The id of a tool' }).default(defaultToolId);

const page = integer({ min: 1, max: 1_000_000, what: 'The page', tooSmall: 'Pages start at 1.' });
const perPage = integer({ min: 1, max: pageSize.max, what: 'The number of entries a page' });

export const paging = { page: page.default(pageSize.firstPage), per_page: perPage.default(pageSize.default) };

export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    page: z.number().int(),
    per_page: z.number().int(),
    total: z.number().int().nonnegative(),
  });
}

export const userOrigin = text({ max: 2000, what: 'The address' })
  .refine(isWebAddress, 'This must be the address of a page, like https://example.com.')
  .optional()
  .describe('Where the user is: purchases lead back there, if it is an address of this site.');

const name = { what: 'A name', isName: true };

export const faceName = text({ ...name, max: faceNameLength, missing: 'Enter a name.' });

export const mediaName = text({ ...name, max: mediaNameLength, missing: 'Enter a name.' });

/** File extension: jpg, png, mp4, …. */
export const fileFormat = text({ max: 10, what: 'The extension of a file' }).toLowerCase();

export const file = z
  .custom<Blob>((value) => value instanceof Blob, 'Choose a file.')
  .meta({
    type: 'string',
    format: 'binary',
  });

export const nothing = z.object({});
