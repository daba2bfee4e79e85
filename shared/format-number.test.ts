import { expect, test } from 'vitest';

import { formatNumber } from './format-number';

test.each([0, 7, 999, 1000, 12_345, 123_456, 1_234_567, -1234, -123, 0.5, 4096.25, 1_000_000.1])(
  '%d is formatted as Intl.NumberFormat does',
  (number) => expect(formatNumber(number)).toBe(new Intl.NumberFormat('en').format(number)),
);
