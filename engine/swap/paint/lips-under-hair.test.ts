import { expect, test } from 'vitest';
import { paintLips } from '#tests/support/lip-pixels';
import { colourLipsUnderHair } from './lips-under-hair';

const bare = [160, 80, 90] as const;
const grey = [90, 80, 75] as const;
const isHairy = (x: number) => x % 30 < 10;

const redness = (data: Uint8Array, at: number) => data[at] / data[at + 1];

test('a grey film of hairs gets the hue of bare lips and keeps its light', async () => {
  const lips = (await paintLips({ target: () => bare, face: (x) => (isHairy(x) ? grey : bare) }, colourLipsUnderHair))!;
  const [hairy, others] = [true, false].map((which) => lips.inner.filter(({ x }) => isHairy(x) === which));
  for (const { at } of hairy) {
    expect(redness(lips.after, at)).toBeGreaterThan(1.6);
    const [before, after] = [lips.before, lips.after].map((data) => data[at] + data[at + 1] + data[at + 2]);
    expect(Math.abs(after - before)).toBeLessThan(6);
  }
  for (const { at } of others) expect(lips.after.slice(at, at + 3)).toEqual(lips.before.slice(at, at + 3));
});

test('pale gloss stays pale', async () => {
  const gloss = [240, 220, 220] as const;
  const lips = (await paintLips(
    { target: () => bare, face: (x) => (isHairy(x) ? gloss : bare) },
    colourLipsUnderHair,
  ))!;
  expect(lips.changed).toEqual([]);
});

test('lips that nothing covers do not change', async () => {
  const lips = (await paintLips({ target: () => bare, face: () => bare }, colourLipsUnderHair))!;
  expect(lips.changed).toEqual([]);
});
