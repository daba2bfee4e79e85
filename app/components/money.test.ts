import { expect, test } from 'vitest';

import { moneyText } from './money';

test.each([
  [0, 'USD', '$0.00'],
  [5, 'USD', '$0.05'],
  [399, 'USD', '$3.99'],
  [1990, 'USD', '$19.90'],
  [12_345_678, 'USD', '$123,456.78'],
  [399, 'EUR', '€3.99'],
  [1200, 'JPY', '¥1,200'],
])('%d of the least unit of %s is %s', (amount, currency, text) => expect(moneyText(amount, currency)).toBe(text));
