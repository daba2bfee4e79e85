import { expect, test } from 'vitest';
import { plainGrid, pseudoNoise } from '#tests/support/plain-grid';
import { fitColour, mapColours } from './colour';

const skinGrid = (warped: (t: number) => number[], target: (t: number) => number[]) =>
  plainGrid(
    (cell) => warped(pseudoNoise(cell)),
    (cell) => target(pseudoNoise(cell)),
  );

const apply = (map: ReturnType<typeof fitColour>, colour: number[]) => {
  const out = new Float32Array(3);
  mapColours(map, Float32Array.from(colour), out);
  return [...out];
};

test('maps the source’s mean skin tone to the target’s', () => {
  const { grid, mask } = skinGrid(
    (t) => [90 + 8 * t, 55 + 6 * t, 40 + 5 * t],
    (t) => [220 + 9 * t, 180 + 9 * t, 160 + 9 * t],
  );
  const [red, green, blue] = apply(fitColour(grid, mask), [90, 55, 40]);
  expect(Math.abs(red - 220)).toBeLessThan(4);
  expect(Math.abs(green - 180)).toBeLessThan(4);
  expect(Math.abs(blue - 160)).toBeLessThan(4);
});

test('black stays black and lightness order is kept', () => {
  const { grid, mask } = skinGrid(
    (t) => [200 + 9 * t, 150 + 7 * t, 120 + 6 * t],
    (t) => [100 + 9 * t, 60 + 6 * t, 45 + 5 * t],
  );
  const map = fitColour(grid, mask);
  expect(Math.max(...apply(map, [0, 0, 0]))).toBeLessThan(8);
  expect(apply(map, [220, 165, 132])[0]).toBeGreaterThan(apply(map, [180, 135, 108])[0]);
});

test('too little skin gives the identity map', () => {
  const { grid, mask } = skinGrid(
    () => [90, 55, 40],
    () => [220, 180, 160],
  );
  mask.skin.fill(0).fill(1, 0, 10);
  const [red, green, blue] = apply(fitColour(grid, mask), [70, 80, 90]);
  expect(red).toBeCloseTo(70, 3);
  expect(green).toBeCloseTo(80, 3);
  expect(blue).toBeCloseTo(90, 3);
});
