import { expect, test } from 'vitest';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import type { Layers } from '#engine/swap/source/photo/layers';
import { sideLight, treatInPart } from './side-light';

const layout = layOutAtlas(512);
const { size } = layout;

/** @param slope logarithm of light from one side of the face to the other */
const lit = (slope: number, confident = 1): Layers => ({
  light: Float32Array.from({ length: 3 * size * size }, (_, i) => {
    const x = Math.floor(i / 3) % size;
    return 150 * Math.exp(slope * (x / (size - 1) - 0.5));
  }),
  detail: new Float32Array(3 * size * size).fill(1),
  confidence: new Float32Array(size * size).fill(confident),
});

test.each([
  ['light from the front', lit(0), 0],
  ['hardly any light from one side', lit(0.1), 0],
  ['hard light from one side', lit(1), 1],
  ['a face that is hardly seen', lit(1, 0.2), 0],
])('%s', (_name, layers, share) => {
  expect(sideLight(layers, layout)).toBe(share);
});

test('a treatment in part lies between', () => {
  const before = lit(0);
  const double = (layers: Layers) => ({ ...layers, detail: layers.detail.map((value) => 2 * value) });
  expect(treatInPart(before, 0, double)).toBe(before);
  expect(treatInPart(before, 1, double).detail[0]).toBe(2);
  expect(treatInPart(before, 0.25, double).detail[0]).toBe(1.25);
});
