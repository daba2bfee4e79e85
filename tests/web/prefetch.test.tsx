import './support/environment';

import { afterEach, expect, test } from 'vitest';

import { prefetchPage } from '~/loading/prefetch.client';

afterEach(() => {
  document.head.innerHTML = '';
});

const route = (id: string, path: string | undefined, parentId?: string) => ({
  id,
  path,
  parentId,
  module: `/assets/${id}.js`,
  imports: [1, 2, 3].map((n) => `/assets/${id}-${n}.js`),
});

window.__remixManifest = {
  routes: { root: route('root', ''), pricing: route('pricing', 'pricing', 'root'), my: route('my', 'my', 'root') },
} as unknown as typeof window.__remixManifest;

const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];

test('at most five files are fetched ahead at a time, each once', () => {
  prefetchPage('/pricing');
  prefetchPage('/my');
  prefetchPage('/pricing');
  expect(links()).toHaveLength(5);
  const seen = new Set<string>();
  for (let link = links()[0]; link; link = links()[0]) {
    expect(seen.has(link.href)).toBe(false);
    seen.add(link.href);
    link.onload!(new Event('load'));
    expect(links().length).toBeLessThanOrEqual(5);
  }
  expect(seen.size).toBe(12); // four of each route: the root, pricing and my
});

test('a link without a route is left alone', () => {
  prefetchPage('/nowhere');
  expect(links()).toEqual([]);
});
