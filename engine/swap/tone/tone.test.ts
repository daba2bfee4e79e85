import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, hueShare, toneChannel } from '#tests/engine/kernels/plain-tone';
import { gainFor, hueFor, shineFor } from '#tests/engine/kernels/plain-relight';

test('the source’s low-frequency colour maps to the base', () => {
  expect(toneChannel(80, 150, 80, 1.9, 0, 1)).toBe(150);
});

test('dark detail scales with the skin', () => {
  expect(toneChannel(40, 160, 80, 2, -0.5, 1)).toBe(80);
});

test('detail without its own hue takes the hue of the base', () => {
  const colours = [0, 1, 2].map((k) =>
    toneChannel([10, 60, 90][k], [200, 160, 120][k], 80, [2.5, 2, 1.5][k], -0.25, 0),
  );
  expect(colours).toEqual([150, 120, 90]);
});

test('near-black detail keeps little of its hue, light detail all of it', () => {
  expect(hueShare(0.3, 0.5, 0.2)).toBe(0.5);
  expect(hueShare(-0.9, 1, 0.2)).toBe(0.2);
});

test('where something else than hair is dark, more of its hue is kept', () => {
  expect(hueShare(-0.9, 1, 1)).toBe(1);
  expect(hueShare(-0.9, 0.75, 0.8)).toBeCloseTo(0.6, 9);
});

test('shine keeps its strength on paler skin and fades on darker skin', () => {
  expect(gainFor(3) * shineFor(3)).toBeCloseTo(1, 9);
  expect(gainFor(0.5) * shineFor(0.5)).toBe(0.5);
});

test('the share of the detail’s own hue falls as skin gets paler', () => {
  expect(hueFor(0.5)).toBe(1);
  expect(hueFor(3)).toBeLessThan(hueFor(2));
});

test('compression is monotonic, stays below white and is the identity in midtones', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 600, noNaN: true }),
      fc.double({ min: 0, max: 255, noNaN: true }),
      (value, base) => {
        expect(compress(value, base)).toBeLessThanOrEqual(256);
        expect(compress(value + 1, base)).toBeGreaterThan(compress(value, base));
        if (value <= 226) expect(compress(value, base)).toBe(value);
      },
    ),
  );
});
