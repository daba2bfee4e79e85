import { expect, test } from 'vitest';
import { base32, codeOf, fromBase32, provisioningUri, stepAt, stepOfCode } from './totp';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, the last six of eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i s the code is %s', (seconds, code) => {
  const time = new Date(seconds * 1000);
  expect(codeOf(secret, stepAt(time))).toBe(code);
  expect(stepOfCode(secret, code, time)).toBe(stepAt(time));
});

test('a code is accepted one step early and late, not two', () => {
  const now = new Date(2_000_000_000_000);
  const outcomes = [-2, -1, 0, 1, 2].map((by) => stepOfCode(secret, codeOf(secret, stepAt(now) + by), now));
  expect(outcomes).toEqual([undefined, stepAt(now) - 1, stepAt(now), stepAt(now) + 1, undefined]);
});

test('base 32 is RFC 4648 and can be read back', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(fromBase32(base32(secret))).toEqual(secret);
});

test('the address for apps names product and account', () => {
  expect(provisioningUri('ABC', 'ada+b@example.com')).toBe(
    'otpauth://totp/Faceswap:ada%2Bb%40example.com?secret=ABC&issuer=Faceswap&algorithm=SHA1&digits=6&period=30',
  );
});
