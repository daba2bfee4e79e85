import fc from 'fast-check';
import { expect, test } from 'vitest';
import { select } from './select';

test('the value of a rank is that of the sorted values, and lies between smaller and larger ones', () => {
  const values = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(values, fc.nat(), (given, number) => {
      const rank = number % given.length;
      const reordered = Float64Array.from(given);
      const found = select(reordered, rank);
      expect(found).toBe(Float64Array.from(given).sort()[rank]);
      expect(reordered.every((value, i) => (i < rank ? value <= found : value >= found))).toBe(true);
      expect(reordered.sort()).toEqual(Float64Array.from(given).sort());
    }),
  );
});
