import { expect, test } from 'vitest';
import { faceView } from '#tests/support/face-views';
import { lineBetweenLips, painted } from '#tests/support/painted-people';
import type { FaceView } from '#engine/types';
import { mouthOpenness } from '#engine/mesh/pose';
import { cropToFace } from '#engine/swap/geometry/face-crop';
import { lipZone } from '#engine/swap/geometry/vertex-weights';
import { layOutAtlas, zoneOverAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { cleanLips, lipsApart } from './clean-lips';
import { splitLayers } from '#engine/swap/source/photo/layers';
import { unwrapPhoto } from '#engine/swap/source/photo/photo-atlas';

const layout = layOutAtlas(512);
const layersOf = (face: FaceView) => splitLayers(unwrapPhoto(cropToFace(face, 768), layout));

test.each([
  ['lips that touch', 'lin', undefined, 0],
  ['a shadow between lips that touch', 'lin', '#1a0c0a', 0],
  ['teeth between lips whose landmarks touch', 'lin', '#f4f0e8', 1],
] as const)('%s', async (_name, person, line, share) => {
  const face = line ? await painted(person, lineBetweenLips(line)) : await faceView(person);
  expect(lipsApart(layersOf(face), layout, mouthOpenness(face.landmarks))).toBe(share);
});

test('lips that are apart, whatever is between them', async () => {
  expect(lipsApart(layersOf(await faceView('lin')), layout, 0.1)).toBe(1);
});

test('the shine of an upper lip becomes no white speck, the shine of the lower lip stays', () => {
  const { size, positions } = layout;
  const lips = zoneOverAtlas(layout, lipZone);
  const detail = Float32Array.from({ length: 3 * size * size }, (_, at) => (lips[Math.floor(at / 3)] > 0.5 ? 0.7 : 1));
  const middleOf = (upper: number, lower: number) => {
    const [x, y] = [0, 1].map((axis) => (positions[3 * upper + axis] + positions[3 * lower + axis]) / 2);
    return 3 * (Math.floor(y) * size + Math.floor(x));
  };
  const specks = [middleOf(37, 82), middleOf(87, 84)];
  for (const at of specks) detail.fill(1.4, at, at + 3);
  const light = new Float32Array(detail.length).fill(128);
  const clean = cleanLips({ light, detail, confidence: new Float32Array(size * size).fill(1) }, layout).detail;
  const [upper, lower] = specks.map((at) => clean[at]);
  expect(upper).toBeLessThan(1.12);
  expect(lower).toBeCloseTo(1.4, 3);
});

test('skin within the landmarks of an upper lip stays skin, its shine does not stay white', () => {
  const { size, positions } = layout;
  const lips = zoneOverAtlas(layout, lipZone);
  const [edge, inner] = [37, 82].map((vertex) => positions[3 * vertex + 1]);
  const seenEdge = Math.round((edge + inner) / 2);
  const detail = Float32Array.from({ length: 3 * size * size }, (_, at) => {
    const i = Math.floor(at / 3);
    return lips[i] > 0.5 && i / size > seenEdge ? 0.6 : 1;
  });
  const [left, right] = [37, 267].map((vertex) => Math.round(positions[3 * vertex]));
  const skin = 3 * ((seenEdge - 2) * size + left);
  const shine = 3 * ((seenEdge - 2) * size + right);
  for (let at = shine - 9; at <= shine + 9; at += 3) detail.fill(1.6, at, at + 3);
  const light = new Float32Array(detail.length).fill(128);
  const clean = cleanLips({ light, detail, confidence: new Float32Array(size * size).fill(1) }, layout).detail;
  expect(lips[skin / 3]).toBe(1);
  expect(clean[skin]).toBeCloseTo(1, 5);
  expect(clean[shine]).toBeLessThan(1.25);
});

test('lips darken towards each other, the upper one more: the lower lies in the light', () => {
  const { size, positions } = layout;
  const light = new Float32Array(3 * size * size).fill(128);
  const detail = light.map(() => 0.7);
  const clean = cleanLips({ light, detail, confidence: new Float32Array(size * size).fill(1) }, layout).detail;
  const [column, edge] = [0, 1].map((axis) => Math.round(positions[3 * 13 + axis]));
  const darkest = (rows: readonly number[]) => Math.min(...rows.map((row) => clean[3 * (row * size + column) + 1]));
  const [upper, lower] = [
    [-4, -3, -2],
    [3, 4, 5],
  ].map((rows) => darkest(rows.map((row) => edge + row)));
  expect(upper).toBeLessThan(0.55);
  expect(lower).toBeGreaterThan(upper + 0.05);
  expect(lower).toBeLessThan(0.7);
});
