import type { IncomingMessage } from 'node:http';

import { expect, test } from 'vitest';

import { publicRequest } from './public-request';

const seen = (headers: Record<string, string>) =>
  publicRequest(new Request('http://10.0.0.5:3000/my?page=2'), { headers } as unknown as IncomingMessage).url;

test('behind a proxy the URL is the one the visitor requested', () => {
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'faceswap.example' };
  expect(seen(headers)).toBe('https://faceswap.example/my?page=2');
  expect(seen({ ...headers, 'x-forwarded-host': 'faceswap.example:8443' })).toBe(
    'https://faceswap.example:8443/my?page=2',
  );
  expect(seen({ 'x-forwarded-host': '[2001:db8::1]:8080' })).toBe('http://[2001:db8::1]:8080/my?page=2');
});

test.each(['a b', 'a/b', 'user@evil.example', '<script>', '', 'a:99999999', '[::1', 'a?b'])(
  'the forwarded host %j is ignored',
  (host) => {
    expect(seen({ 'x-forwarded-host': host, 'x-forwarded-proto': 'ftp' })).toBe('http://10.0.0.5:3000/my?page=2');
  },
);
