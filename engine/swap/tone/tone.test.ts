import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, hueShare, toneColour } from '#tests/engine/kernels/plain-tone';
import { gainFor, hueFor, shineFor } from '#tests/engine/kernels/plain-relight';

const grey3 = (value: number) => [value, value, value];

test('the source’s low-frequency colour maps to the base', () => {
  const cell = { base: [150, 120, 90], low: [80, 70, 60], gain: grey3(1.9), hue: 1 };
  expect(toneColour([80, 70, 60], cell, 0)).toEqual([150, 120, 90]);
});

test('dark detail scales with the skin', () => {
  const cell = { base: grey3(160), low: grey3(80), gain: grey3(2), hue: 1 };
  expect(toneColour(grey3(40), cell, -0.5)).toEqual(grey3(80));
});

test('detail without its own hue takes the hue of the base', () => {
  const cell = { base: [200, 160, 120], low: grey3(80), gain: [2.5, 2, 1.5], hue: 0 };
  expect(toneColour([10, 60, 90], cell, -0.25)).toEqual([150, 120, 90]);
});

/** Detail 1.3 times as bright as the skin. */
function brightDetail(base: readonly number[]): number[] {
  const low = [180, 140, 110];
  const cell = { base, low, gain: base.map((value, k) => value / low[k]), hue: 1 };
  const bright = low.map((value) => 1.3 * value);
  return toneColour(bright, cell, 0.3);
}

test('bright detail on red skin does not turn yellow where red has reached white', () => {
  const [red, green, blue] = brightDetail([235, 165, 115]);
  expect(red).toBeGreaterThan(245);
  expect(red).toBeLessThan(256);
  expect(red / green).toBeGreaterThan(0.9 * (235 / 165));
  expect(green / blue).toBeCloseTo(165 / 115, 2);
});

test('bright detail on pale skin turns white', () => {
  const [red, green, blue] = brightDetail([245, 222, 210]);
  expect(red / green).toBeLessThan(1.05);
  expect(green / blue).toBeLessThan(1.03);
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
