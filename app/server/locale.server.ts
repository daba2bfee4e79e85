import { parse, serialize } from 'hono/utils/cookie';

const oneYear = 365 * 24 * 60 * 60;

/** The only language. */
const localeCookie = serialize('locale', 'en', { maxAge: oneYear, path: '/', sameSite: 'Lax' });

/** Undefined if the browser has it. */
export function localeHeader(request: Request): string | undefined {
  return 'locale' in parse(request.headers.get('cookie') ?? '', 'locale') ? undefined : localeCookie;
}
