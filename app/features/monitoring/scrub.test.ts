import { expect, test } from 'vitest';

import { scrub, scrubText } from './scrub';

test.each([
  [
    'GET https://faceswap.test/api/media/x.jpg?sig=abc&expires=1 failed',
    'GET https://faceswap.test/api/media/x.jpg?[filtered] failed',
  ],
  ['/password-reset?code=abc', '/password-reset?[filtered]'],
  ['token fs_0123456789abcdefghij was refused', 'token [filtered] was refused'],
  ['authorization: Bearer abc.def', 'authorization: [filtered]'],
  ['https://faceswap.test/a?code=abc#top', 'https://faceswap.test/a?[filtered]#top'],
  ['cookie=eyJhbGciOi.eyJzdWIi.c2ln', 'cookie=[filtered]'],
  ['is it yes or no? nobody knows', 'is it yes or no? nobody knows'],
])('%s', (text, told) => expect(scrubText(text)).toBe(told));

test.each([
  ['a long path', 't/'.repeat(40_000)],
  ['tokens that are none', 'B-eyJ-'.repeat(14_000)],
])('80 KB of a text that a client chose are read in linear time: %s', (_what, text) => {
  const started = performance.now();
  expect(scrubText(text)).toBe(text);
  // Seconds if a pattern restarts at each slash.
  expect(performance.now() - started).toBeLessThan(100);
});

test('a report keeps who was signed in and what happened, not what would let somebody in', () => {
  const report = {
    user: { id: '1', email: 'anna@example.com' },
    request: { url: '/login/google?code=1', headers: { Cookie: 'faceswap_session=x', 'User-Agent': 'Test' } },
    extra: { new_password: 'secret', list: [{ api_token: 'x' }], attempts: 3 },
    exception: { values: [{ value: 'fs_0123456789abcdefghij' }] },
  };
  expect(scrub(report)).toEqual({
    user: { id: '1', email: 'anna@example.com' },
    request: { url: '/login/google?[filtered]', headers: { Cookie: '[filtered]', 'User-Agent': 'Test' } },
    extra: { new_password: '[filtered]', list: [{ api_token: '[filtered]' }], attempts: 3 },
    exception: { values: [{ value: '[filtered]' }] },
  });
  expect(report.extra.new_password).toBe('secret');
});
