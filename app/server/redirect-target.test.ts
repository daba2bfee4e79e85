import fc from 'fast-check';
import { expect, test } from 'vitest';

import { refererPath, safeRedirect } from './redirect-target';

test.each(['/my', '/face-swap-photo?material=1&x=%2F', '/a/b?c=//d#e', '/login/google?redirect=%2Fmy'])(
  '%s is a page of ours and kept as it is',
  (target) => expect(safeRedirect(target)).toBe(target),
);

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/.//',
  '/a/..//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'my',
  '',
  null,
  undefined,
])('%j leads elsewhere, so the visitor goes home', (target) => expect(safeRedirect(target)).toBe('/'));

test('whatever is given, a browser stays on our origin', () => {
  const nasty = fc.string({ unit: fc.constantFrom('/', '\\', '.', '\t', '\n', '@', ':', 'a', '?', '#', '%2f', ' ') });
  const origin = 'https://faceswap.test';
  fc.assert(
    fc.property(fc.oneof(nasty, fc.string(), fc.webUrl()), (target) => {
      expect(new URL(safeRedirect(target), `${origin}/login`).origin).toBe(origin);
    }),
  );
});

test('a fetcher’s page is where it was sent from, unless that was another site', () => {
  const asked = (referer?: string) =>
    refererPath(new Request('https://faceswap.test/resources/swap', { headers: referer ? { referer } : {} }));
  expect(asked('https://faceswap.test/face-swap-photo?order=1')).toBe('/face-swap-photo?order=1');
  expect(asked('https://evil.example/face-swap-photo')).toBe('/');
  expect(asked()).toBe('/');
});
