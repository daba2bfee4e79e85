import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, withScratch, copyIn, floatsAt, kernels } from '#engine/kernels/memory';
import { seededRandom } from '#tests/support/seeded-random';

const pictures = fc.record({
  width: fc.integer({ min: 1, max: 40 }),
  height: fc.integer({ min: 1, max: 24 }),
  cell: fc.integer({ min: 1, max: 7 }),
  seed: fc.integer(),
});

type Given = { width: number; height: number; cell: number; columns: number; rows: number; rgb: Uint8Array };

const check = (property: (given: Given) => void) =>
  fc.assert(
    fc.property(pictures, ({ width, height, cell, seed }) => {
      const next = seededRandom(seed);
      const rgb = Uint8Array.from({ length: 3 * width * height }, () => 256 * next());
      property({ width, height, cell, columns: Math.ceil(width / cell), rows: Math.ceil(height / cell), rgb });
    }),
    { numRuns: 60 },
  );

/** `without`: excluded columns and rows at the right and lower edge. */
function* pixelsOf({ width, height, cell, columns }: Given, index: number, without: number) {
  const [left, top] = [cell * (index % columns), cell * Math.floor(index / columns)];
  for (let y = top; y < Math.min(top + cell, height - without); y++)
    for (let x = left; x < Math.min(left + cell, width - without); x++) yield 3 * (y * width + x);
}

test('cell means equal the means of their pixels', () =>
  check((given) => {
    const { width, height, cell, columns, rows, rgb } = given;
    const means = withScratch(() => {
      const address = allocate(12 * columns * rows);
      kernels().cellMeans(copyIn(rgb), width, height, cell, address, allocate(6 * width + 32));
      return floatsAt(address, 3 * columns * rows).slice();
    });
    for (let i = 0; i < means.length; i++) {
      const values = [...pixelsOf(given, Math.floor(i / 3), 0)].map((at) => rgb[at + (i % 3)]);
      expect(means[i]).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 4);
    }
  }));
