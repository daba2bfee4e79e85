import { expect, test } from 'vitest';
import { planeOf } from '#tests/support/plane';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { eyeballs } from '#engine/swap/source/atlas/eyeballs';
import { discountGlare } from './glare';

const size = 256;
const layout = layOutAtlas(size);
const texelOf = (vertex: number) => {
  const [x, y] = layout.positions.subarray(3 * vertex, 3 * vertex + 2).map(Math.floor);
  return y * size + x;
};
const [leftCheek, rightCheek] = [50, 280].map(texelOf);
const eye = eyeballs(layout).findIndex((share) => share === 1);
/** Glasses on the left half of the face. */
const lenses = planeOf(size * size, (i) => (i % size < size / 2 ? 1 : 0));

/** @param rgb of detail, everywhere. @returns confidence */
const behindGlasses = (rgb: readonly number[], wearsGlasses = true) =>
  discountGlare(layersOf(rgb), wearsGlasses ? lenses : undefined, layout).confidence;

function layersOf(rgb: readonly number[]) {
  const detail = Float32Array.from({ length: 3 * size * size }, (_, at) => rgb[at % 3]);
  const light = new Float32Array(detail.length).fill(128);
  return { light, detail, confidence: new Float32Array(size * size).fill(1) };
}

test('faint colours, and the red of skin behind glasses, stay', () => {
  for (const rgb of [
    [0.98, 1.03, 0.99],
    [1.1, 0.96, 0.94],
  ]) {
    expect(behindGlasses(rgb)[leftCheek]).toBe(1);
  }
});

test.each([
  ['green', [0.97, 1.06, 0.97]],
  ['blue', [0.97, 0.97, 1.06]],
])('a faint %s tint of the glass does not stay on the skin behind it', (_, tinted) => {
  const { detail } = discountGlare(layersOf(tinted), lenses, layout);
  const [red, green, blue] = detail.subarray(3 * leftCheek, 3 * leftCheek + 3);
  expect((3 * Math.max(green, blue)) / (red + green + blue)).toBeLessThan(1.045);
  for (const elsewhere of [rightCheek, eye])
    expect([...detail.subarray(3 * elsewhere, 3 * elsewhere + 3)]).toEqual([...Float32Array.from(tinted)]);
});

test('bright and strongly coloured reflections are not the face’s', () => {
  for (const reflection of [
    [1.7, 1.7, 1.7],
    [0.8, 0.9, 1.3],
  ]) {
    const confidence = behindGlasses(reflection);
    expect(confidence[leftCheek]).toBe(0);
    expect(confidence[rightCheek]).toBe(1);
  }
});

test('the white of an eye, and its blue, are no reflection', () => {
  expect(eye % size).toBeLessThan(size / 2);
  for (const white of [
    [1.7, 1.7, 1.7],
    [0.9, 1, 1.15],
  ])
    expect(behindGlasses(white)[eye]).toBe(1);
});

test('without glasses nothing changes', () => {
  expect(behindGlasses([0.8, 0.9, 1.3], false)[leftCheek]).toBe(1);
});

/** A bright patch on the left cheek, beside what is hidden and dark. */
function withPatch(width: number, height: number, hiddenUpTo = -Infinity) {
  const [x, y] = [leftCheek % size, Math.floor(leftCheek / size)];
  const isHidden = (i: number) => (i % size) - x < hiddenUpTo;
  const isBright = (i: number) =>
    Math.abs((i % size) - x) <= width / 2 && Math.abs(Math.floor(i / size) - y) <= height / 2;
  const detail = Float32Array.from({ length: 3 * size * size }, (_, at) => {
    const i = Math.floor(at / 3);
    return isBright(i) ? 1.8 : isHidden(i) ? 0.2 : 1;
  });
  const confidence = planeOf(size * size, (i) => (isHidden(i) ? 0 : 1));
  return discountGlare({ light: detail, detail, confidence }, lenses, layout);
}

test('a sparkle of a few texels becomes as the skin around it, and hides nothing', () => {
  const { detail, confidence } = withPatch(0, 2);
  expect(detail[3 * leftCheek]).toBeLessThan(1.2);
  expect(confidence[leftCheek]).toBeGreaterThan(0.69); // from which on its mirror image has no share
});

test('a wider reflection is hidden up to its corners', () => {
  const { confidence } = withPatch(24, 18);
  for (const i of [leftCheek, leftCheek + 9 * size + 12]) expect(confidence[i]).toBeLessThan(0.1);
});

test('beside what is hidden, no dark smear takes the place of a sparkle', () => {
  const { detail } = withPatch(0, 2, -2);
  expect(detail[3 * leftCheek]).toBeGreaterThan(0.95);
});
