import { expect, test } from 'vitest';
import { occluderSpec, parserSpec } from '#engine/neural/built-in';
import { cropFace } from '#engine/neural/crop';
import { areaMask, faceAreas, type FaceArea } from '#engine/neural/masks/area';
import { boxMask } from '#engine/neural/masks/box';
import { occlusionMask } from '#engine/neural/masks/occlusion';
import { faceRegions, parserInput, regionMask } from '#engine/neural/masks/region';
import type { NetRunner } from '#engine/neural/net-runner';
import { alignment } from '#engine/neural/templates';
import { difference, readPixels, readPoints, readScene, readVector } from './vectors';
import { occluderAnswer, parserAnswer } from './net-answers';

const level = 1 / 255;
const row = (mask: Float32Array, side: number, y: number) => mask.subarray(y * side, (y + 1) * side);
const column = (mask: Float32Array, side: number, x: number) =>
  Float32Array.from({ length: side }, (_, y) => mask[y * side + x]);
const bytesOf = (mask: Float32Array) => mask.map((value) => value * 255);
const answering = (answer: Float32Array): NetRunner => ({ run: async () => answer.slice() });

interface BoxRow {
  size: number;
  blur: number;
  padding: [number, number, number, number];
  middleRow?: number[];
  /** Instead, at the largest side. */
  middleRowHead?: number[];
  sum: number;
}

test('3. draws box masks as the reference', async () => {
  for (const { size, blur, padding, middleRow, middleRowHead, sum } of await readVector<BoxRow[]>('box-masks')) {
    const mask = boxMask(size, { blur, padding });
    const middle = (middleRow ?? middleRowHead)!;
    const found = row(mask, size, size / 2).subarray(0, middle.length);
    expect(difference(found, middle).largest, `${size} ${blur}`).toBeLessThan(1e-5);
    expect(mask.reduce((total, value) => total + value, 0) / sum).toBeCloseTo(1, 5);
  }
});

test('3. masks what the occlusion net sees, as the reference', async () => {
  const vector = await readVector<{ row130: number[]; column120: number[]; crop512row260: number[] }>('occlusion');
  const scene = await readScene();
  const nets = answering(occluderAnswer());
  const mask = async (template: 'arcface_128' | 'ffhq_512', side: number) => {
    const crop = cropFace(scene, alignment(await readPoints('front'), template, side), side);
    return occlusionMask(crop, side, occluderSpec('xseg'), nets);
  };
  const small = await mask('arcface_128', 256);
  expect(difference(row(small, 256, 130), vector.row130).largest).toBeLessThan(level);
  expect(difference(column(small, 256, 120), vector.column120).largest).toBeLessThan(level);
  expect(difference(bytesOf(small), (await readPixels('mask-occlusion-256', 1)).data).largest).toBeLessThanOrEqual(1);
  const large = await mask('ffhq_512', 512);
  expect(difference(row(large, 512, 260), vector.crop512row260).largest).toBeLessThan(level);
});

interface RegionVector {
  input: { samples: [number, number, number, number][] };
  allRegionsRow130: number[];
  skinAndNoseRow100: number[];
  skinAndNoseColumn85: number[];
}

test('3. masks regions of the face as the reference', async () => {
  const vector = await readVector<RegionVector>('region');
  const crop = cropFace(await readScene(), alignment(await readPoints('front'), 'arcface_128', 256), 256);
  const spec = parserSpec('bisenet');
  const input = parserInput(crop, 256, spec);
  for (const [channel, y, x, value] of vector.input.samples)
    expect(Math.abs(input[(channel * 512 + y) * 512 + x] - value)).toBeLessThan(level / spec.input.std[channel] + 1e-6);
  const nets = answering(parserAnswer());
  const all = await regionMask(Float32Array.from(crop), 256, faceRegions, spec, nets);
  expect(difference(row(all, 256, 130), vector.allRegionsRow130).largest).toBeLessThan(level);
  expect(difference(bytesOf(all), (await readPixels('mask-region-256', 1)).data).largest).toBeLessThanOrEqual(1);
  const some = await regionMask(Float32Array.from(crop), 256, ['skin', 'nose'], spec, nets);
  expect(difference(row(some, 256, 100), vector.skinAndNoseRow100).largest).toBeLessThan(level);
  expect(difference(column(some, 256, 85), vector.skinAndNoseColumn85).largest).toBeLessThan(level);
});

test('feeds a parser in the order of its pack', async () => {
  const spec = parserSpec('bisenet');
  const pixelwise = { ...spec, input: { ...spec.input, layout: 'nhwc', channels: 'bgr' } } as const;
  const face = Float32Array.from({ length: 3 * 16 * 16 }, (_, i) => (i * 37) % 251);
  const seen: { data: Float32Array; dims: readonly number[] }[] = [];
  const nets: NetRunner = { run: async (_id, { input }) => (seen.push(input as (typeof seen)[0]), parserAnswer()) };
  for (const order of [spec, pixelwise]) await regionMask(face, 16, ['skin'], order, nets);
  const [planar, turned] = seen;
  expect(turned.dims).toEqual([1, 512, 512, 3]);
  const area = 512 * 512;
  expect(turned.data).toEqual(planar.data.map((_, i) => planar.data[(2 - (i % 3)) * area + Math.floor(i / 3)]));
});

interface AreaVector {
  landmarks68: number[][];
  areas: Record<string, { row90: number[]; row200: number[]; column128: number[] }>;
}

test('3. masks areas of the face as the reference', async () => {
  const { landmarks68, areas } = await readVector<AreaVector>('area');
  const toCrop = alignment(await readPoints('front'), 'arcface_128', 256);
  for (const [names, expected] of Object.entries(areas)) {
    const mask = areaMask(landmarks68.flat(), toCrop, 256, names.split('+') as FaceArea[]);
    expect(difference(row(mask, 256, 90), expected.row90).largest, names).toBeLessThan(level);
    expect(difference(row(mask, 256, 200), expected.row200).largest, names).toBeLessThan(level);
    expect(difference(column(mask, 256, 128), expected.column128).largest, names).toBeLessThan(level);
  }
  const all = areaMask(landmarks68.flat(), toCrop, 256, faceAreas);
  expect(difference(bytesOf(all), (await readPixels('mask-area-all-256', 1)).data).largest).toBeLessThanOrEqual(1);
});
