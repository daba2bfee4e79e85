import { expect, test, vi } from 'vitest';

import { count, readWords, runVitest } from './vitest.mjs';

const report = (changes: object) => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...changes,
});

test.each([
  ['all tests passed', {}, 0, 0],
  ['a test failed', { numFailedTests: 2 }, 1, 2],
  ['a file did not load', { testResults: [{ status: 'failed', assertionResults: [] }] }, 1, 1],
  [
    'a file with a failed test is not counted twice',
    { numFailedTests: 1, testResults: [{ status: 'failed', assertionResults: [{}] }] },
    1,
    1,
  ],
  ['an error occurred outside of any test', {}, 1, 1],
  ['a test was skipped', { numPendingTests: 1 }, 0, 1],
])('%s', (_case, changes, exitCode, failed) => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(count(report(changes), exitCode)).toEqual({ passed: 5, failed });
});

test('a run without tests failed', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(count(report({ numPassedTests: 0 }), 0)).toEqual({ passed: 0, failed: 1 });
  expect(log).toHaveBeenCalledWith(expect.stringContaining('No test ran'));
});

test('no kind of tests runs if none of those asked for can run here', async () => {
  expect(await runVitest([], ['name-of-no-test'])).toEqual({ passed: 0, failed: 0 });
});

test.each([
  [['unit', 'web', 'swap'], ['unit', 'web'], ['swap']],
  [['browsers'], ['browsers'], []],
  [['swap'], ['unit', 'backend', 'web', 'components', 'e2e', 'process'], ['swap']],
])('of the words %j, %j are kinds and %j parts of file names', (words, kinds, files) => {
  expect(readWords(words)).toEqual({ kinds, files });
});
