import { gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { noncePage } from './nonce-page.server';

const html = `<html><script nonce="HERE">${'a page of some length '.repeat(500)}</script><style nonce="HERE"></style>ü</html>`;
const page = noncePage(html, 'HERE');

test('each answer is the whole page with its own nonce, and any reader of gzip reads it', () => {
  for (const nonce of ['first', 'c2Vjb25k+/==']) {
    const expected = html.replaceAll('HERE', nonce);
    expect(page.plain(nonce).toString()).toBe(expected);
    expect(gunzipSync(page.gzipped(nonce)).toString()).toBe(expected);
  }
  expect(page.gzipped('first').length).toBeLessThan(html.length / 10);
});

test('a page without nonces, and one that begins and ends with them, are whole, too', () => {
  for (const text of ['', 'no nonce', 'HEREHERE'])
    expect(gunzipSync(noncePage(text, 'HERE').gzipped('x')).toString()).toBe(text.replaceAll('HERE', 'x'));
});
