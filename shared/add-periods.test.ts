import { expect, test } from 'vitest';

import { addPeriods } from './add-periods';

test.each([
  ['2026-01-31T10:00:00.000Z', 'month', 1, '2026-02-28T10:00:00.000Z'],
  ['2028-01-31T10:00:00.000Z', 'month', 1, '2028-02-29T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 'month', 2, '2026-03-31T10:00:00.000Z'],
  ['2026-10-31T23:59:59.999Z', 'month', 4, '2027-02-28T23:59:59.999Z'],
  ['2026-12-15T00:00:00.000Z', 'month', 1, '2027-01-15T00:00:00.000Z'],
  ['2028-02-29T10:00:00.000Z', 'year', 1, '2029-02-28T10:00:00.000Z'],
  ['2026-03-31T10:00:00.000Z', 'month', -1, '2026-02-28T10:00:00.000Z'],
] as const)('%s and a %s, %i times, is %s', (start, period, count, end) => {
  expect(addPeriods(new Date(start), period, count).toISOString()).toBe(end);
});
