const oneYear = 365 * 24 * 60 * 60;

/** The one language there is, and no address carries it; the cookie is where a second one would be chosen. */
const localeCookie = `locale=en; Max-Age=${oneYear}; Path=/; SameSite=Lax`;

/** The header that notes the language, for a browser that has not noted it. */
export function noteLocale(request: Request): string | undefined {
  const isNoted = /(?:^|;\s*)locale=/.test(request.headers.get('cookie') ?? '');
  return isNoted ? undefined : localeCookie;
}
