import { expect, test } from 'vitest';

import { redirectByRule, redirectRules, redirectTo, redirectToOwnPath } from './redirects.server';

const rules = (list: unknown) => redirectRules.parse(JSON.stringify(list));
const faultsOf = (text: string) => redirectRules.safeParse(text).error?.issues.map(({ message }) => message);
const follow = (path: string, list: unknown) => {
  const answer = redirectByRule(new Request(`https://faceswap.test${path}`), rules(list));
  return answer && { status: answer.status, location: answer.headers.get('location') };
};

test('a path is sent on with its query', () => {
  const list = [{ from: '/old', to: '/new', status: 301 }];
  expect(follow('/old?a=1', list)).toEqual({ status: 301, location: '/new?a=1' });
  expect(follow('/older', list)).toBeUndefined();
  expect(follow('/', list)).toBeUndefined();
});

test('everything below a path is sent on; the first rule that fits counts', () => {
  const list = [
    { from: '/tool/video', to: '/face-swap-video' },
    { from: '/tool/*', to: '/face-swap-*' },
  ];
  expect(follow('/tool/photo', list)).toEqual({ status: 302, location: '/face-swap-photo' });
  expect(follow('/tool/video', list)).toEqual({ status: 302, location: '/face-swap-video' });
});

test('a rule leaves the site only where it says so', () => {
  const list = [{ from: '/blog/*', to: 'https://blog.example/*', external: true, status: 308 }];
  expect(follow('/blog/a/b', list)).toEqual({ status: 308, location: 'https://blog.example/a/b' });
  expect(faultsOf('[{"from":"/blog","to":"https://blog.example"}]')).toEqual([
    'to leaves the site: allow it with "external": true',
  ]);
});

test('a rest that would turn a path into another site does not leave it', () => {
  const list = [{ from: '/go/*', to: '/*' }];
  expect(follow('/go//evil.example', list)).toEqual({ status: 302, location: '/evil.example' });
});

test('a rest with a dollar is sent on as it is', () => {
  const list = [{ from: '/old/*', to: '/new/*' }];
  for (const rest of ['a$$b', "x$'y", '$&']) expect(follow(`/old/${rest}`, list)?.location).toBe(`/new/${rest}`);
});

test('the query stands before the anchor of the target', () => {
  const to = (target: string) => [{ from: '/old', to: target }];
  expect(follow('/old?a=1', to('/new#part'))?.location).toBe('/new?a=1#part');
  expect(follow('/old?a=1', to('/new#is?it#so'))?.location).toBe('/new?a=1#is?it#so');
  expect(follow('/old?a=1', to('/new?b=2#part'))?.location).toBe('/new?b=2#part');
});

test('a rule may be written with any letters and spaces', () => {
  expect(follow('/über uns', [{ from: '/über uns', to: '/價格' }])?.location).toBe('/%E5%83%B9%E6%A0%BC');
  const shop = [{ from: '/läden/*', to: 'https://shop.example/läden/*', external: true }];
  const blog = [{ from: '/blog', to: '//blog.example/a', external: true }];
  expect(follow('/blog', blog)?.location).toBe('//blog.example/a');
  expect(follow('/läden/a', shop)?.location).toBe('https://shop.example/l%C3%A4den/a');
});

test.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'https://evil.example/'])(
  'leaving for %s without permission throws',
  (target) => {
    expect(() => redirectTo(target)).toThrow(`Navigating to ${target} leaves the site`);
    expect(redirectTo('/here').headers.get('location')).toBe('/here');
  },
);

test.each(['no json', '{"from":"/a"}', '[{"from":"a","to":"/b"}]', '[{"from":"/a","to":"/b","status":200}]'])(
  'a setting that makes no sense is refused: %s',
  (text) => {
    expect(redirectRules.safeParse(text).success).toBe(false);
  },
);

test.each([
  ['/Pricing?product=pack_50', '/pricing?product=pack_50'],
  ['/face-swap-photo/', '/face-swap-photo'],
  ['/MY/Account//', '/my/account'],
  ['/shared/?token=aB', '/shared?token=aB'],
  ['/INDEX.html', '/index.html'],
])('%s leads to the address of its page', (path, location) => {
  const ask = (method: string) => redirectToOwnPath(new Request(`https://faceswap.test${path}`, { method }));
  for (const method of ['GET', 'HEAD']) {
    expect(ask(method)?.status).toBe(301);
    expect(ask(method)?.headers.get('location')).toBe(location);
  }
  expect(ask('POST')).toBeUndefined();
});

test.each(['/', '//', '/pricing', '//pricing', '//evil.example/', '/no/such/page/', '/pricing%2F', '/login/Apple'])(
  '%s stays where it is',
  (path) => expect(redirectToOwnPath(new Request(`https://faceswap.test${path}`))).toBeUndefined(),
);
