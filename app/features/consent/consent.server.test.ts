import { expect, test } from 'vitest';
import { choiceHeaders } from './consent.server';

const request = (cookie: string, host = 'faceswap.test') =>
  new Request(`https://${host}/resources/consent`, { headers: { cookie } });

/** Cookies that a refusal expires. */
function forgotten(cookie: string): string[] {
  const set = choiceHeaders('no', request(cookie)).getSetCookie();
  const names = set.filter((line) => line.includes('=; Max-Age=0')).map((line) => line.slice(0, line.indexOf('=')));
  return [...new Set(names)];
}

test('a refusal expires the cookies of the tag, on the host and on its domain, and no others', () => {
  expect(forgotten('session=_ga=1; _ga=GA1.2; _gid=1; _ga_ABC-1=x; my_ga=1; consent=yes; _g=1; _ga')).toEqual([
    '_ga',
    '_gid',
    '_ga_ABC-1',
  ]);
  const lines = choiceHeaders('no', request('_ga=1')).getSetCookie();
  expect(lines.slice(1)).toEqual(['_ga=; Max-Age=0; Path=/', '_ga=; Max-Age=0; Path=/; Domain=faceswap.test']);
});

test('a refusal on a subdomain expires the cookies of every domain above it, where the tag stores them', () => {
  const domainsOf = (host: string) =>
    choiceHeaders('no', request('_ga=1', host))
      .getSetCookie()
      .flatMap((line) => /^_ga=;.*Domain=(.*)$/.exec(line)?.[1] ?? []);
  expect(domainsOf('www.shop.co.uk')).toEqual(['www.shop.co.uk', 'shop.co.uk', 'co.uk']);
  expect(domainsOf('localhost')).toEqual([]);
  expect(domainsOf(`${'a.'.repeat(100)}shop.test`)).toEqual([
    'a.a.a.shop.test',
    'a.a.shop.test',
    'a.shop.test',
    'shop.test',
  ]);
});

test('consent leaves the cookies of the tag alone', () => {
  expect(choiceHeaders('yes', request('_ga=1')).getSetCookie()).toHaveLength(1);
});

test('the answer has a bounded number of headers, whatever the request has', () => {
  const cookie = Array.from({ length: 1_000 }, (_, index) => `_ga${index}=1`).join('; ');
  expect(choiceHeaders('no', request(cookie)).getSetCookie()).toHaveLength(41);
});

test.each([
  ['names that begin again and again', `_g${'a'.repeat(60)}`.repeat(264)],
  ['one long name', `_g${'a'.repeat(16_000)}`],
  ['many short names', '_ga'.repeat(5_400)],
])('16 KB of cookies are read in linear time: %s', (_what, cookie) => {
  const started = performance.now();
  expect(forgotten(cookie)).toEqual([]);
  // 280 to 1,200 ms where the pattern backtracks from every `_g`.
  expect(performance.now() - started).toBeLessThan(100);
});
