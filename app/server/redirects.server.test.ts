import { expect, test } from 'vitest';

import { redirectByRule, redirectRules, redirectTo } from './redirects.server';

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
  expect(() => follow('/go//evil.example', [{ from: '/go/*', to: '/*' }])).toThrow(/leaves the site/);
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
