import { expect, test } from 'vitest';
import { clientAddressOf } from './client-address';

test.each([
  ['203.0.113.7', undefined, '203.0.113.7'],
  ['::ffff:203.0.113.7', undefined, '203.0.113.7'],
  ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['10.0.0.2', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.2', '6.6.6.6, 198.51.100.1, 10.0.0.3', '198.51.100.1'],
  ['::1', '2001:db8::7', '2001:db8::7'],
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['127.0.0.1', 'unknown, <script>', '127.0.0.1'],
  ['10.0.0.2', '192.168.1.5', '192.168.1.5'],
  [undefined, undefined, undefined],
])('a connection of %s that says it asks for %s comes from %s', (peer, forwardedFor, address) => {
  expect(clientAddressOf(peer, forwardedFor)).toBe(address);
});
