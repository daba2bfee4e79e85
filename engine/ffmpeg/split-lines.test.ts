import { expect, test } from 'vitest';
import { lineSplitter } from './split-lines';

test('a line that arrives in pieces is returned whole, once its end arrives', () => {
  const split = lineSplitter();
  expect(['0, 1', '2\n0, 3', '4\n\n', '5'].map(split)).toEqual([[], ['0, 12'], ['0, 34', ''], []]);
});

test('a line without an end is kept in part', () => {
  const split = lineSplitter();
  for (let i = 0; i < 100; i++) split('x'.repeat(1000));
  expect(split('end\n')[0]).toHaveLength(2003);
});
