import type { IncomingMessage } from 'node:http';

import { expect, test } from 'vitest';

import { isProxyList, trustedProxies } from './trusted-proxies';

const addressOf = (trusted: string, peer: string | undefined, forwardedFor?: string) =>
  trustedProxies(trusted).clientAddressOf({
    socket: { remoteAddress: peer },
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  } as unknown as IncomingMessage);

const privateNetworks = 'loopback, uniquelocal';

test.each([
  [privateNetworks, '203.0.113.7', undefined, '203.0.113.7'],
  [privateNetworks, '::ffff:203.0.113.7', undefined, '203.0.113.7'],
  [privateNetworks, '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  [privateNetworks, '10.0.0.2', '198.51.100.1', '198.51.100.1'],
  [privateNetworks, '10.0.0.2', '6.6.6.6, 198.51.100.1, 10.0.0.3', '198.51.100.1'],
  [privateNetworks, '::1', '2001:db8::7', '2001:db8::7'],
  [privateNetworks, '10.0.0.2', '198.51.100.1:51234, 10.0.0.3:443', '198.51.100.1'],
  [privateNetworks, '10.0.0.2', '[2001:db8::7]:51234', '2001:db8::7'],
  [privateNetworks, '127.0.0.1', undefined, '127.0.0.1'],
  [privateNetworks, '127.0.0.1', 'unknown, <script>', '127.0.0.1'],
  ['loopback', '10.0.0.2', '198.51.100.1', '10.0.0.2'],
  ['', '127.0.0.1', '198.51.100.1', '127.0.0.1'],
  ['loopback', undefined, undefined, undefined],
])('with %j trusted, a connection of %s that names %s comes from %s', (trusted, peer, forwardedFor, address) => {
  expect(addressOf(trusted, peer, forwardedFor)).toBe(address);
});

test('an invalid proxy list is rejected', () => {
  expect(isProxyList('loopback, 10.0.0.0/8, 2001:db8::/32')).toBe(true);
  expect(isProxyList('everyone')).toBe(false);
  expect(isProxyList('10.0.0.0/99')).toBe(false);
  for (const hops of ['1', '2', '10.1', '0x7f000001']) expect(isProxyList(`loopback, ${hops}`), hops).toBe(false);
  expect(isProxyList('::1, ::ffff:10.0.0.1, fe80::1, 10.0.0.0/255.0.0.0, uniquelocal')).toBe(true);
});
