import { expect, test } from 'vitest';
import { planeOf } from '#tests/support/plane';
import { layOutAtlas } from './atlas-layout';
import { eyeballs } from './eyeballs';
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
function behindGlasses(rgb: readonly number[], wearsGlasses = true) {
  const detail = Float32Array.from({ length: 3 * size * size }, (_, at) => rgb[at % 3]);
  const light = new Float32Array(detail.length).fill(128);
  const layers = { light, detail, confidence: new Float32Array(size * size).fill(1) };
  return discountGlare(layers, wearsGlasses ? lenses : undefined, layout).confidence;
}

test('faint colours, and the red of skin behind glasses, stay', () => {
  for (const rgb of [
    [0.98, 1.03, 0.99],
    [1.1, 0.96, 0.94],
  ]) {
    expect(behindGlasses(rgb)[leftCheek]).toBe(1);
  }
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

test('a sparkle of a few texels becomes as the skin around it, and hides nothing', () => {
  const detail = new Float32Array(3 * size * size).fill(1);
  for (const row of [-size, 0, size]) detail.fill(1.8, 3 * (leftCheek + row), 3 * (leftCheek + row + 1));
  const layers = { light: detail, detail, confidence: new Float32Array(size * size).fill(1) };
  const after = discountGlare(layers, lenses, layout);
  expect(after.detail[3 * leftCheek]).toBeLessThan(1.2);
  expect(after.confidence[leftCheek]).toBe(1);
});
