import { expect, test } from 'vitest';
import { readOptions } from './options';

test('counts are numbers, and folders may be repeated', () => {
  const read = readOptions(['--samples', '500', '--real', 'a', '--real', 'b']);
  expect(read).toMatchObject({ samples: 500, steps: 4000, real: ['a', 'b'], rendered: ['public/samples/portraits'] });
});

test.each([
  [['--samples', 'many'], '--samples expects a whole number, not "many".'],
  [['--steps', '0'], '--steps must be at least 1.'],
  [['--reel', 'a'], "Unknown option '--reel'."],
  [['faces'], '"faces" is one argument too many.'],
])('%j are refused with a sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence);
});
