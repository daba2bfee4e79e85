import { expect, test } from 'vitest';
import { uncovered } from '#engine/swap/geometry/raster';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { completeLayers } from '#engine/swap/source/complete/complete';
import { symmetriseLight } from '#engine/swap/source/complete/symmetrise-light';
import { evenTexture } from '#engine/swap/source/complete/even-texture';
import { fuseLayers, fusePlanes } from '#engine/swap/source/fuse';
import { joinLayers, splitLayers, type Layers } from './layers';

const size = 128;
const layout = layOutAtlas(size);
const onFace = (i: number) => layout.ids[i] !== uncovered;
const indexOf = (column: number, row: number) => row * size + column;

function litFromLeft() {
  const rgb = new Float32Array(3 * size * size);
  const confidence = new Float32Array(size * size);
  for (let i = 0; i < size * size; i++) {
    if (!onFace(i)) continue;
    confidence[i] = 1;
    const light = 1.3 - (0.6 * (i % size)) / size;
    rgb.set([180 * light, 130 * light, 100 * light], 3 * i);
  }
  rgb.set([60, 40, 30], 3 * leftMole);
  return {
    layout,
    rgb,
    confidence,
    visible: confidence,
    facing: confidence,
    hair: new Float32Array(confidence.length),
  };
}
const leftMole = indexOf(36, 78);
const mirroredMole = indexOf(size - 1 - 36, 78);

test('light times detail reproduces the photo', () => {
  const photo = litFromLeft();
  const joined = joinLayers(splitLayers(photo));
  for (let i = 0; i < size * size; i++) {
    if (!onFace(i)) continue;
    for (let k = 3 * i; k < 3 * i + 3; k++) expect(Math.abs(joined[k] - photo.rgb[k])).toBeLessThanOrEqual(1);
  }
});

test('plain skin has no detail under any light, a mole has', () => {
  const { detail } = splitLayers(litFromLeft());
  for (const column of [30, 64, 100]) expect(Math.abs(detail[3 * indexOf(column, 70)] - 1)).toBeLessThan(0.06);
  expect(detail[3 * leftMole]).toBeLessThan(0.5);
});

test('areas that one half does not show are copied from the other', () => {
  const photo = litFromLeft();
  for (let i = 0; i < size * size; i++) if (i % size > 70) photo.confidence[i] = 0;
  const { detail } = completeLayers(splitLayers(photo), layout);
  expect(detail[3 * mirroredMole]).toBeLessThan(0.5);
});

test('areas that neither half shows become plain skin', () => {
  const photo = litFromLeft();
  photo.confidence[leftMole] = 0;
  photo.confidence[mirroredMole] = 0;
  const { detail } = completeLayers(splitLayers(photo), layout);
  expect(detail[3 * leftMole]).toBeCloseTo(1, 2);
});

test('each texel comes from the photo that shows it', () => {
  const flat = (detail: number, confidence: (i: number) => number): Layers => ({
    light: new Float32Array(3 * size * size).fill(detail),
    detail: new Float32Array(3 * size * size).fill(detail),
    confidence: Float32Array.from({ length: size * size }, (_, i) => confidence(i)),
  });
  const left = flat(0.8, (i) => (i % size < 70 ? 1 : 0));
  const right = flat(1.2, (i) => (i % size < 50 ? 0 : 1));
  const { detail, confidence, light } = fuseLayers([left, right]);
  expect(detail[3 * indexOf(20, 60)]).toBeCloseTo(0.8, 3);
  expect(detail[3 * indexOf(110, 60)]).toBeCloseTo(1.2, 3);
  expect(Math.min(...confidence)).toBe(1);
  expect(light).toBe(right.light);
});

test('a one-sided shadow is removed, a symmetric one is kept', () => {
  const shade = (columns: (column: number) => boolean) => {
    const layers = splitLayers(litFromLeft());
    for (let i = 0; i < size * size; i++) {
      const row = Math.floor(i / size);
      if (row < 66 || row > 82 || !columns(i % size)) continue;
      for (let k = 3 * i; k < 3 * i + 3; k++) layers.detail[k] = 0.88;
    }
    return symmetriseLight(layers, layout).detail[3 * indexOf(30, 74)];
  };
  const oneSided = shade((column) => column > 22 && column < 40);
  const both = shade((column) => Math.abs(column - 63.5) > 24 && Math.abs(column - 63.5) < 41);
  expect(oneSided).toBeGreaterThan(0.93);
  expect(both).toBeLessThan(0.92);
});

test('texture of one half only goes, a mole stays', () => {
  const layers = splitLayers(litFromLeft());
  const isHair = (i: number) => i % size < 56 && Math.floor(i / size) > 88 && Math.floor(i / size) < 104;
  const strokes = layers.detail.map(
    (value, at) => value * (isHair(Math.floor(at / 3)) ? 1 + 0.1 * (Math.floor(at / 3) % 2 ? 1 : -1) : 1),
  );
  const { detail } = evenTexture({ ...layers, detail: strokes }, layout, new Float32Array(size * size));
  const step = (rgb: Float32Array) => Math.abs(rgb[3 * indexOf(40, 96)] - rgb[3 * indexOf(41, 96)]);
  expect(step(strokes)).toBeGreaterThan(0.15);
  expect(step(detail)).toBeLessThan(0.05);
  expect(detail[3 * leftMole]).toBeLessThan(0.65);
});

test('texture that is seen edge-on becomes that of flat skin, and so does its mirror image', () => {
  const layers = splitLayers(litFromLeft());
  const isRough = (row: number) => row > 84 && row < 112;
  const strokes = layers.detail.map((value, at) => {
    const texel = Math.floor(at / 3);
    return isRough(Math.floor(texel / size)) ? value * (texel % 2 ? 1.1 : 0.9) : value;
  });
  const onLeft = (i: number, row: number) => i % size < size / 2 && row > 98;
  const edgeOn = Float32Array.from({ length: size * size }, (_, i) => (onLeft(i, Math.floor(i / size)) ? 1 : 0));
  const { detail } = evenTexture({ ...layers, detail: strokes }, layout, edgeOn);
  const step = (column: number, row: number) =>
    Math.abs(detail[3 * indexOf(column, row)] - detail[3 * indexOf(column + 1, row)]);
  for (const column of [40, 86]) expect(step(column, 92)).toBeGreaterThan(0.15);
  expect(step(40, 106)).toBeLessThan(0.03);
  expect(step(86, 106)).toBeLessThan(0.08);
});

test('the plane of several photos is mostly the leader’s, where it shows something', () => {
  const leader = splitLayers(litFromLeft());
  const covered = { ...leader, confidence: leader.confidence.map(() => 0.1) };
  const other = { ...leader };
  const planes = [0, 1].map((value) => new Float32Array(size * size).fill(value));
  const at = indexOf(64, 64);
  expect(fusePlanes([leader, other], planes, leader)[at]).toBeLessThan(0.15);
  expect(fusePlanes([covered, other], planes, covered)[at]).toBeGreaterThan(0.9);
  expect(fusePlanes([leader], planes)).toBe(planes[0]);
});
