import { expect, test, vi } from 'vitest';
import { readArguments, wholeNumber } from './arguments';
import { readOrExit } from './read-or-exit';

const read = (args: string[]) =>
  wholeNumber(readArguments(args, { count: { type: 'string' } }).values.count, '--count');

test('arguments of a developer’s command are read', () => expect(readOrExit(read, ['--count', '12'])).toBe(12));

test.each([
  [['--count', 'abc'], '--count expects a whole number, not "abc".'],
  [['--cuont', '1'], "Unknown option '--cuont'."],
  [['12'], '"12" is one argument too many.'],
])('wrong arguments, %j, end the command with a sentence', (args, sentence) => {
  const print = vi.spyOn(console, 'error').mockReturnValue();
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  expect(() => readOrExit(read, args)).toThrow('exit 2');
  expect(print.mock.calls).toEqual([[sentence]]);
  exit.mockRestore();
});
