import { expect, test } from 'vitest';
import { lightBehindColumella, shadeOnRidge } from './behind-nose';

const width = 9;
/** A ridge in the middle, its zone on both sides; the left side is hidden. */
const ridge = Float32Array.of(0, 0, 0.3, 0.3, 1, 0.3, 0.3, 0, 0);
const facing = Float32Array.of(0, 0, 0, 0, 1, 0.7, 0.7, 0.7, 0.7);

/** @param onRidge,nearIt,hidden light, 0–255 */
function shade(
  { onRidge, nearIt, hidden = 20 }: { onRidge: number; nearIt: number; hidden?: number },
  share = 1,
): number {
  const light = (x: number) => (x < width / 2 - 1 ? hidden : x === 4 ? onRidge : nearIt);
  const rgb = Float32Array.from({ length: 3 * width }, (_, i) => light(Math.floor(i / 3)));
  return shadeOnRidge(
    rgb,
    ridge.map((value) => share * value),
    facing,
  );
}

test('what is darker than the seen side beside it is shade, what is as light or lighter the ridge', () => {
  expect(shade({ onRidge: 130, nearIt: 180 })).toBe(1);
  expect(shade({ onRidge: 180, nearIt: 180 })).toBe(0);
  expect(shade({ onRidge: 230, nearIt: 180 })).toBe(0);
});

test('it sets in evenly, and the hidden side does not count', () => {
  const slight = shade({ onRidge: 163, nearIt: 180 });
  expect(slight).toBeGreaterThan(0.2);
  expect(slight).toBeLessThan(0.8);
  expect(shade({ onRidge: 163, nearIt: 180, hidden: 250 })).toBe(slight);
});

test('without a ridge that is an outline there is none', () => {
  expect(shade({ onRidge: 20, nearIt: 180 }, 0)).toBe(0);
});

test('a columella lighter than the seen side of the nose is what lies behind it', () => {
  const columella = Float32Array.of(0, 0, 0, 0.3, 1, 0.3, 0, 0, 0);
  const nose = Float32Array.of(0, 1, 1, 1, 1, 1, 1, 1, 0);
  const share = (between: number) => {
    const light = [250, 250, 250, 60, between, 60, 150, 150, 250]; // the left side is hidden; nostrils beside
    const rgb = Float32Array.from({ length: 3 * width }, (_, i) => light[Math.floor(i / 3)]);
    return lightBehindColumella(rgb, columella, nose, facing);
  };
  expect(share(170)).toBe(1);
  expect(share(120)).toBe(0);
  expect(share(145)).toBeGreaterThan(0.3);
  expect(share(145)).toBeLessThan(0.7);
});
