import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addTax, splitTax } from './tax';

test.each([
  [799, 0, 799, 0],
  [1190, 19, 1000, 190],
  [799, 20, 666, 133],
  [1000, 8.875, 918, 82],
])('%i with %d percent of tax is %i and %i', (total, rate, net, tax) => {
  expect(splitTax(total, rate)).toEqual({ net, tax });
});

test('net and tax add up to the total, and adding tax to a net price can be undone', () => {
  const rates = fc.integer({ min: 0, max: 50_000 }).map((thousandths) => thousandths / 1000);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), rates, (amount, rate) => {
      const { net, tax } = splitTax(amount, rate);
      expect(net + tax).toBe(amount);
      expect(splitTax(addTax(amount, rate), rate).net).toBe(amount);
    }),
  );
});
