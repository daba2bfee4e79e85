import { expect, test } from 'vitest';
import { bytesAt, shortsAt } from '#engine/kernels/memory';
import { TriangleClass, triangles } from '#engine/mesh/topology';
import { withPixels } from '#engine/swap/geometry/pixels';
import type { WarpMap } from '#engine/swap/geometry/warp-map';
import { trueLandmarks, turnedLandmarks } from '#tests/support/face-views';
import { softenOcclusions } from './soften-occlusions';

const front = trueLandmarks('amara');
const [width, height] = [640, 800];

const skin = [...triangles.classes.keys()].filter((i) => triangles.classes[i] === TriangleClass.skin);
const [near, far] = [skin[0], skin[1]];

/**
 * One triangle left of a column through the side of the nose, another right of it, dark and bright.
 * @param apart texels between the places that both read at their border
 * @param texels a pixel of the left one, of skin that is seen edge-on
 */
function softened(landmarks: Float32Array, apart: number, { opacity = 255, texels = 1 } = {}) {
  const border = Math.round(landmarks[3 * 4]);
  const row = Math.round(landmarks[3 * 4 + 1]);
  const [across, down] = [new Float64Array(3 * triangles.count), new Float64Array(3 * triangles.count)];
  across[3 * near] = -texels * border;
  across[3 * far] = apart;
  across[3 * near + 1] = texels;
  across[3 * far + 1] = 0;
  for (const triangle of [near, far]) down[3 * triangle + 2] = 1;
  const warp = { across, down } as unknown as WarpMap;
  const before = Uint8Array.from({ length: 3 * width * height }, (_, i) =>
    Math.floor(i / 3) % width < border ? 40 : 200,
  );
  let painted = new Uint8Array();
  withPixels({ width, height, data: before.slice() }, { x: 0, y: 0, width, height }, (pixels) => {
    const ids = shortsAt(pixels.ids, width * height);
    for (let i = 0; i < ids.length; i++) ids[i] = i % width < border ? near : far;
    bytesAt(pixels.alpha, width * height).fill(opacity);
    softenOcclusions(pixels, landmarks, { x: 0, y: 0, width, height }, warp);
    painted = bytesAt(pixels.painted, before.length).slice();
  });
  const line = [-3, -2, -1, 0, 1, 2].map((away) => painted[3 * (row * width + border + away)]);
  const changed = [...painted.keys()].filter((i) => painted[i] !== before[i]).map((i) => Math.floor(i / 3) % width);
  return { line, changed, border };
}

test('where a turned nose hides the cheek, its edge is soft', () => {
  const { line, changed, border } = softened(turnedLandmarks(front, 40), 12);
  const steps = line.slice(1).map((value, i) => value - line[i]);
  expect(Math.max(...steps)).toBeLessThan(110); // it was 160
  expect(Math.min(...changed)).toBeGreaterThan(border - 6);
  expect(Math.max(...changed)).toBeLessThan(border + 6);
});

test('within a surface, edges of the photo stay sharp', () => {
  expect(softened(turnedLandmarks(front, 40), 1).changed).toEqual([]);
});

test('so do those of skin seen edge-on, of which a pixel spans many texels', () => {
  expect(softened(turnedLandmarks(front, 40), 3, { texels: 6 }).changed).toEqual([]);
});

test('what is not the new face stays', () => {
  expect(softened(turnedLandmarks(front, 40), 12, { opacity: 0 }).changed).toEqual([]);
});
