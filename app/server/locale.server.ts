import { parse, serialize } from 'hono/utils/cookie';

const oneYear = 365 * 24 * 60 * 60;

/** There is one language; the cookie would select another. */
const localeCookie = serialize('locale', 'en', { maxAge: oneYear, path: '/', sameSite: 'Lax' });

/** The Set-Cookie header, or undefined if the browser has the cookie. */
export function localeHeader(request: Request): string | undefined {
  return 'locale' in parse(request.headers.get('cookie') ?? '', 'locale') ? undefined : localeCookie;
}
