import { expect, test } from 'vitest';
import { bytesAt, shortsAt } from '#engine/kernels/memory';
import { rightEyeRing, TriangleClass, triangles } from '#engine/mesh/topology';
import { withPixels } from '#engine/swap/geometry/pixels';
import { rasterizeAt } from '#engine/swap/geometry/raster';
import { trianglesFromTarget } from '#engine/swap/geometry/warp-map';
import { Workspace } from '#engine/swap/ops/workspace';
import type { Landmarks } from '#engine/types';
import { trueLandmarks } from '#tests/support/face-views';
import { softenOpenings } from './blend-openings';

const [lid, eyeball] = [60, 220];
const landmarks = trueLandmarks('diego');

/** @param times smaller than the sample. @returns `at`: a place of the picture after softening */
function softened(
  times: number,
  blur: number,
  { fromTarget = trianglesFromTarget(true, true, true), shape = landmarks } = {},
): { at: (vertex: number, below?: number) => number; changed: ReadonlySet<number> } {
  const small: Landmarks = shape.map((value) => value / times);
  const width = 8 * Math.ceil(160 / times);
  const region = { x: 0, y: 0, width, height: width };
  const image = { width, height: width, data: new Uint8Array(3 * width * width) };
  let painted = new Uint8Array();
  const changed = new Set<number>();
  withPixels(image, region, (pixels) => {
    rasterizeAt(pixels.ids, small, region, 1, new Workspace());
    const ids = shortsAt(pixels.ids, width * width);
    const isOpen = (id: number) => id >= 0 && triangles.classes[id] !== TriangleClass.skin;
    const before = Uint8Array.from({ length: 3 * width * width }, (_, i) =>
      isOpen(ids[Math.floor(i / 3)]) ? eyeball : lid,
    );
    bytesAt(pixels.painted, before.length).set(before);
    softenOpenings(pixels, fromTarget, small, blur);
    painted = bytesAt(pixels.painted, before.length).slice();
    painted.forEach((value, i) => {
      if (value !== before[i]) changed.add(triangles.classes[ids[Math.floor(i / 3)]]);
    });
  });
  return {
    at: (vertex, below = 0) =>
      painted[3 * ((Math.floor(small[3 * vertex + 1]) + below) * width + Math.floor(small[3 * vertex]))],
    changed,
  };
}

const pupils = [468, 473] as const;
const upperLid = 159;

test.each([2, 6])('the middle of an eye %d times smaller is not mixed with its lids, their edge is', (times) => {
  const { at } = softened(times, 8);
  expect(at(pupils[0])).toBeGreaterThan(0.95 * eyeball);
  expect(at(upperLid)).toBeGreaterThan(lid + 20);
  expect(at(upperLid)).toBeLessThan(eyeball - 20);
});

test('the wider the blur, the wider the edge of a large eye', () => {
  const [narrow, wide] = [1, 8].map((blur) => softened(1, blur).at(upperLid, -1));
  expect(narrow).toBe(lid);
  expect(wide).toBeGreaterThan(lid + 5);
});

test('each eye has an edge of its own', () => {
  const narrowed = landmarks.slice();
  const middle = landmarks[3 * pupils[1] + 1];
  for (const vertex of rightEyeRing) narrowed[3 * vertex + 1] = middle + 0.2 * (landmarks[3 * vertex + 1] - middle);
  const { at } = softened(1, 8, { shape: narrowed });
  for (const pupil of pupils) expect(at(pupil)).toBeGreaterThan(0.95 * eyeball);
  expect(at(upperLid, -1)).toBeGreaterThan(lid + 5);
});

test('closed eyes and a closed mouth stay as they are', () => {
  expect([...softened(2, 8, { fromTarget: trianglesFromTarget(false, false, false) }).changed]).toEqual([]);
});

test('nothing changes where the new face was not softened', () => {
  expect([...softened(2, 0).changed]).toEqual([]);
});
