import { expect, test } from 'vitest';
import { bytesAt, shortsAt } from '#engine/kernels/memory';
import { withPixels } from '#engine/swap/geometry/pixels';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import { matchBlack } from './match-black';

const side = 64;
const region = { x: 0, y: 0, width: side, height: side };

const canvas = { region, cell: 4, columns: side / 4, rows: side / 4 };
const bare = {} as Grid;

/** Skin of 180 with a hundredth of darkness. */
const face = (dark: number) => (i: number) => (i % 100 === 0 ? dark : 180);

function matched(target: (i: number) => number, fresh: (i: number) => number, alpha = 255): number[] {
  const image = {
    width: side,
    height: side,
    data: Uint8Array.from({ length: 3 * side * side }, (_, i) => target(Math.floor(i / 3))),
  };
  withPixels(image, region, (pixels) => {
    shortsAt(pixels.ids, side * side).fill(1);
    bytesAt(pixels.alpha, side * side).fill(alpha);
    const painted = bytesAt(pixels.painted, 3 * side * side);
    for (let i = 0; i < painted.length; i++) painted[i] = fresh(Math.floor(i / 3));
    matchBlack(pixels, canvas, bare);
  });
  return [image.data[0], image.data[3]];
}

test('in haze the darkest of the new face is as dark as the target’s, and its skin stays', () => {
  const [dark, skin] = matched(face(70), face(10));
  expect(dark).toBeGreaterThan(60);
  expect(dark).toBeLessThan(75);
  expect(skin).toBe(180);
});

test('in dense haze, too, skin stays', () => {
  const [dark, skin] = matched(face(130), face(40));
  expect(dark).toBeGreaterThan(105);
  expect(dark).toBeLessThan(135);
  expect(skin).toBe(180);
});

test.each([
  ['a clear target has black, too', face(8), face(10), 255],
  ['a paler new face is not darkened', face(10), face(70), 255],
  ['what stays the target’s is not the new face', face(70), face(10), 0],
])('%s', (_name, target, fresh, alpha) => {
  expect(matched(target, fresh, alpha)).toEqual([fresh(0), 180]);
});

/** Dark pixels of a new face whose upper half is a beard: in it, at its edge and below. */
function bearded(black: number[], opacity = 255): { hair: number[]; edge: number[]; skin: number[] } {
  const isDark = (i: number) => i % 100 === 0;
  const rgb = (i: number, dark: number[]) => (isDark(Math.floor(i / 3)) ? dark[i % 3] : 180);
  const image = {
    width: side,
    height: side,
    data: Uint8Array.from({ length: 3 * side ** 2 }, (_, i) => rgb(i, black)),
  };
  const share = Float32Array.from({ length: canvas.columns * canvas.rows }, (_, i) => (i < 8 * canvas.columns ? 1 : 0));
  withPixels(image, region, (pixels) => {
    shortsAt(pixels.ids, side * side).fill(1);
    bytesAt(pixels.alpha, side * side).fill(opacity);
    bytesAt(pixels.painted, 3 * side * side).forEach((_, i, bytes) => (bytes[i] = rgb(i, [12, 12, 12])));
    matchBlack(pixels, canvas, { hair: { colour: [12, 12, 12], share } } as unknown as Grid);
  });
  const at = (i: number) => [...image.data.subarray(3 * i, 3 * i + 3)];
  return { hair: at(800), edge: at(2000), skin: at(3700) };
}

test('where the target’s nostrils are red, a beard turns less red than nostrils', () => {
  const { hair, skin } = bearded([62, 16, 12]);
  expect(skin[0]).toBeGreaterThan(50);
  expect(hair[0]).toBeLessThan(35);
  expect(hair[0]).toBeGreaterThan(20);
});

test('from a beard to the skin beside it, the red of the black rises evenly', () => {
  const { hair, edge, skin } = bearded([62, 16, 12]);
  expect(edge[0]).toBeGreaterThan(hair[0] + 5);
  expect(edge[0]).toBeLessThan(skin[0] - 5);
});

test('blue haze lifts blue', () => {
  const { hair, skin } = bearded([12, 12, 62]);
  expect(skin).toEqual([12, 12, expect.toSatisfy((blue: number) => blue > 50)]);
  expect(hair[2]).toBeGreaterThan(20);
});

test('what is half the new face’s is lifted by half', () => {
  const [whole, half] = [255, 128].map((opacity) => bearded([70, 72, 75], opacity).skin[0] - 12);
  expect(Math.abs(half - whole / 2)).toBeLessThan(2);
});

test('a channel that is darker already is not lowered', () => {
  const { hair, skin } = bearded([62, 40, 5]);
  for (const colour of [hair, skin]) expect(colour[2]).toBe(12);
});

test('white stays white in haze whose darkest is bright', () => {
  const fresh = (i: number) => (i % 100 === 0 ? 10 : 255);
  const [dark, white] = matched(face(140), fresh);
  expect(dark).toBeGreaterThan(130);
  expect(white).toBe(255);
});

test('haze lifts a beard like all else', () => {
  const { hair, skin } = bearded([70, 72, 75]);
  for (let k = 0; k < 3; k++) expect(Math.abs(hair[k] - skin[k])).toBeLessThan(4);
  expect(hair[0]).toBeGreaterThan(55);
});

test.each([
  ['across', (cell: number) => cell % canvas.columns, (at: number) => 20 * side + at],
  ['down', (cell: number) => Math.floor(cell / canvas.columns), (at: number) => at * side + 20],
])('%s, half of the red has returned halfway between the middles of two cells', (_name, placeOf, pixelAt) => {
  const image = { width: side, height: side, data: new Uint8Array(3 * side ** 2) };
  for (let i = 0; i < side ** 2; i++) image.data.set(i % 100 === 0 ? [62, 16, 12] : [180, 180, 180], 3 * i);
  const share = Float32Array.from({ length: canvas.columns * canvas.rows }, (_, i) => (placeOf(i) < 8 ? 1 : 0));
  withPixels(image, region, (pixels) => {
    shortsAt(pixels.ids, side * side).fill(1);
    bytesAt(pixels.alpha, side * side).fill(255);
    bytesAt(pixels.painted, 3 * side * side).fill(12);
    matchBlack(pixels, canvas, { hair: { colour: [12, 12, 12], share } } as unknown as Grid);
  });
  const red = Array.from({ length: side }, (_, at) => image.data[3 * pixelAt(at)]);
  const half = (red[8] + red[60]) / 2;
  expect(red[60] - red[8]).toBeGreaterThan(15);
  expect(Math.abs((red[31] + red[32]) / 2 - half)).toBeLessThan(1.5);
  expect(red.slice(28, 36)).toEqual([...red.slice(28, 36)].sort((a, b) => a - b));
});
