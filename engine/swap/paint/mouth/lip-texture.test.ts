import { expect, test } from 'vitest';
import { middleRow, paintLips } from '#tests/support/lip-pixels';
import { keepLipTexture } from './lip-texture';

const red = [150, 70, 80] as const;
/** Creases, eight pixels apart; `size` is a share of the light. */
const creases = (size: number, x: number) => 1 + size * Math.sin((2 * Math.PI * x) / 8);
const scaled = (rgb: readonly number[], factor: number) =>
  rgb.map((value) => Math.round(factor * value)) as unknown as [number, number, number];

type Painted = NonNullable<Awaited<ReturnType<typeof paintLips>>>;

/** Size of the creases at `x + shift` on the new lips, as a share of their light. */
function creasesOn({ after, inner }: Painted): number {
  let [along, all] = [0, 0];
  for (const { at, x } of inner) {
    along += after[at + 1] * Math.sin((2 * Math.PI * x) / 8);
    all += after[at + 1];
  }
  return (2 * along) / all;
}

test('flat lips get the creases of the target’s', async () => {
  const lips = (await paintLips(
    { target: (x) => scaled([120, 90, 90], creases(0.1, x)), face: () => red },
    keepLipTexture,
  ))!;
  expect(creasesOn(lips)).toBeGreaterThan(0.06);
  expect(creasesOn(lips)).toBeLessThan(0.11);
});

test('lips with creases of their own keep them', async () => {
  const own = (x: number) => 1 + 0.1 * Math.cos((2 * Math.PI * x) / 8);
  const lips = (await paintLips(
    { target: (x) => scaled(red, creases(0.1, x)), face: (x) => scaled(red, own(x)) },
    keepLipTexture,
  ))!;
  expect(Math.abs(creasesOn(lips))).toBeLessThan(0.03);
});

test('the volume of a lip and the line of the mouth stay the source’s', async () => {
  const line = (_x: number, y: number) => (Math.abs(y - middleRow) < 4 ? ([20, 8, 8] as const) : red);
  const lips = (await paintLips({ target: line, face: () => red }, keepLipTexture))!;
  expect(Math.min(...lips.changed.map((at) => lips.after[at]))).toBeGreaterThan(0.84 * red[0]);
});

test('creases keep their place on lips that lie elsewhere', async () => {
  const rows = (y: number) => creases(0.1, y);
  const [still, low] = await Promise.all(
    [0, 4].map(async (below) => {
      const lips = (await paintLips(
        { target: (_, y) => scaled(red, rows(y)), face: () => red, below },
        keepLipTexture,
      ))!;
      return (
        lips.inner.reduce((sum, { at, y }) => sum + (lips.after[at + 1] - 70) * (rows(y) - 1), 0) / lips.inner.length
      );
    }),
  );
  expect(still).toBeGreaterThan(0.2);
  expect(low).toBeLessThan(-0.2); // half a wave lower
});

test('skin beside the lips, and a hand before them, do not change', async () => {
  const lips = (await paintLips({ target: (x) => scaled(red, creases(0.1, x)), face: () => red }, keepLipTexture))!;
  const onLips = new Set(
    [...lips.patch.numbers].filter((_, i) => lips.patch.inside[i] > 0).map((number) => 3 * number),
  );
  expect(lips.changed.length).toBeGreaterThan(500);
  expect(lips.changed.filter((at) => !onLips.has(at))).toEqual([]);
  const hand = (await paintLips(
    { target: (x) => scaled(red, creases(0.1, x)), face: () => red, opacity: 0 },
    keepLipTexture,
  ))!;
  expect(hand.changed).toEqual([]);
});

test('hairs over the target’s lips and its teeth hardly show, and light lips do not overflow', async () => {
  const target = (x: number) => (x % 40 < 3 ? ([5, 5, 5] as const) : x % 40 < 6 ? ([255, 255, 255] as const) : red);
  const pale = [250, 245, 240] as const;
  const lips = (await paintLips({ target, face: () => pale }, keepLipTexture))!;
  const lights = lips.inner.map(({ at }) => lips.after[at + 1]);
  expect(Math.min(...lights)).toBeGreaterThan(0.7 * 245);
  expect(Math.max(...lights)).toBe(255);
});
