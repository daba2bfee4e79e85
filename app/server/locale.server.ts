const oneYear = 365 * 24 * 60 * 60;

/** There is one language; the cookie would select another. */
const localeCookie = `locale=en; Max-Age=${oneYear}; Path=/; SameSite=Lax`;

/** The Set-Cookie header, or undefined if the browser has the cookie. */
export function noteLocale(request: Request): string | undefined {
  const isNoted = /(?:^|;\s*)locale=/.test(request.headers.get('cookie') ?? '');
  return isNoted ? undefined : localeCookie;
}
