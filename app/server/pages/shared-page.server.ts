import { attributionKey } from '~/features/attribution/attribution';
import { paths } from '~/lib/paths';
import { choiceIn, consentCookie } from '~/features/consent/consent.server';
import { isOfferDismissed, offerCookie } from '~/features/offer/offer.server';
import { themeCookie, themeOf } from '~/features/theme/theme.server';

/**
 * Pages that are the same for everybody who is not signed in, and in which nothing is made for one visit: pages with a form
 * carry a key of their own, and are none of these.
 */
const sharedPaths = new Set([
  paths.home(),
  paths.indexHtml(),
  paths.contentMonitoringPolicy(),
  paths.policy(),
  paths.pricing(),
  paths.terms(),
]);

/** What a visitor may have chosen without being anybody. */
const knownCookies = new Set(['locale', 'offer', 'theme', consentCookie, attributionKey]);

/** Set by what counts visits, where it is agreed to. No page reads them. */
const tagCookie = /^_ga(?:_\w+)?$/;

export interface SharedPage {
  /** Equal for visits that get the same page. */
  key: string;
  /** The request to make the page with: nothing of the visitor's own is in it. */
  request: Request;
}

interface Visit {
  method: string;
  /** Path and query, as they were asked for. */
  url: string;
  /** The site's address as the visitor sees it. */
  origin: string;
  headers: Headers;
}

/** The page that a visit shares with others; undefined if there is anything about it that others don't share. */
export async function sharedPageOf({ method, url, origin, headers }: Visit): Promise<SharedPage | undefined> {
  if ((method !== 'GET' && method !== 'HEAD') || !sharedPaths.has(url) || headers.has('authorization'))
    return undefined;
  const given = headers.get('cookie') ?? '';
  const names = given.split(';').map((pair) => pair.split('=')[0]!.trim());
  if (names.some((name) => name !== '' && !knownCookies.has(name) && !tagCookie.test(name))) return undefined;

  // What is read out of the cookies is written anew: bytes of the visitor's never reach the page.
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
