import { attributionKey } from '~/features/attribution/attribution';
import { paths } from '~/lib/paths';
import { choiceIn, consentCookie } from '~/features/consent/consent.server';
import { isOfferDismissed, offerCookie } from '~/features/offer/offer.server';
import { themeCookie, themeOf } from '~/features/theme/theme.server';

/** Equal for all visitors who are not signed in. Pages with a form carry their own key and are excluded. */
const sharedPaths = new Set([
  paths.home(),
  paths.indexHtml(),
  paths.contentMonitoringPolicy(),
  paths.policy(),
  paths.pricing(),
  paths.terms(),
]);

/** Choices of anonymous visitors. */
const knownCookies = new Set(['locale', 'offer', 'theme', consentCookie, attributionKey]);

/** Analytics cookies, which no page reads. */
const tagCookie = /^_ga(?:_\w+)?$/;

export interface SharedPage {
  key: string;
  /** Contains no data of the visitor. */
  request: Request;
}

interface Visit {
  method: string;
  /** Path and query. */
  url: string;
  /** As the visitor sees it. */
  origin: string;
  headers: Headers;
}

/** Undefined if the request differs from other visitors'. */
export async function sharedPageOf({ method, url, origin, headers }: Visit): Promise<SharedPage | undefined> {
  if ((method !== 'GET' && method !== 'HEAD') || !sharedPaths.has(url) || headers.has('authorization'))
    return undefined;
  const given = headers.get('cookie') ?? '';
  const names = given.split(';').map((pair) => pair.split('=')[0]!.trim());
  if (names.some((name) => name !== '' && !knownCookies.has(name) && !tagCookie.test(name))) return undefined;

  // Rewrites the cookies: the visitor's bytes never reach the page.
  const isDismissed = await isOfferDismissed(new Request(origin, { headers: { cookie: given } }));
  const choice = choiceIn(given);
  const theme = await themeOf(new Request(origin, { headers: { cookie: given } }));
  const cookies = ['locale=en'];
  if (theme !== 'dark') cookies.push(cookieOf(await themeCookie.serialize(theme)));
  if (isDismissed) cookies.push(cookieOf(await offerCookie.serialize('dismissed')));
  if (choice) cookies.push(`${consentCookie}=${choice}`);
  const request = new Request(origin + url, { headers: { accept: 'text/html', cookie: cookies.join('; ') } });
  return { key: [origin, url, isDismissed, choice, theme].join(' '), request };
}

const cookieOf = (setCookie: string) => setCookie.split(';')[0]!;
