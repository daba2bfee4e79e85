import { expect, test } from 'vitest';

import { parseTrim, parseTime, formatTime } from './times';

test.each([
  ['2.9', 2900],
  ['0:02.9', 2900],
  ['1:02:05', 3_725_000],
  [' 12,5 ', 12_500],
  ['two', null],
  ['', null],
  ['1:2:3:4', null],
  ['-3', null],
])('%j is %j ms', (text, ms) => expect(parseTime(text)).toBe(ms));

test.each([
  [0, '0:00.0'],
  [2940, '0:02.9'],
  [59_960, '1:00.0'],
  [3_725_000, '1:02:05.0'],
])('%i ms are shown as %s', (ms, text) => expect(formatTime(ms)).toBe(text));

const twelve = 12_040;
test.each([
  [{ start: '', end: '' }, null],
  [{ start: '0:00.0', end: '0:12.0' }, null],
  [
    { start: '0:02.9', end: '9.3' },
    { start_ms: 2900, end_ms: 9300 },
  ],
  [
    { start: '2', end: '' },
    { start_ms: 2000, end_ms: twelve },
  ],
  [
    { start: '2', end: '12.1' },
    { start_ms: 2000, end_ms: twelve },
  ],
])('%j means %j', (typed, part) => expect(parseTrim(typed, twelve)).toEqual({ part }));

test.each([
  [{ start: 'x', end: '' }, 'start'],
  [{ start: '', end: 'y' }, 'end'],
  [{ start: '13', end: '' }, 'start'],
  [{ start: '5', end: '5' }, 'end'],
  [{ start: '', end: '20' }, 'end'],
])('%j is refused beside %s', (typed, field) => {
  expect(parseTrim(typed, twelve)).toEqual({ errors: { [field]: expect.any(String) } });
});

test('a video of one frame, which lasts 0:00.0 as shown, is used as a whole', () => {
  expect(parseTrim({ start: '0:00.0', end: '0:00.0' }, 40)).toEqual({ part: null });
  expect(parseTrim({ start: '0', end: '' }, 40)).toEqual({ part: null });
});

test('two faults are both reported', () => {
  const { errors } = parseTrim({ start: '0:99', end: '1:99' }, twelve) as { errors: object };
  expect(Object.keys(errors)).toEqual(['start', 'end']);
});
