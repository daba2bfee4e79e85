import { expect, test } from 'vitest';
import { chin, lowerLipEdge } from '#engine/mesh/topology';
import { uncovered } from '#engine/swap/geometry/raster';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { photoBeard, showSidesOfBeard } from './photo-beard';

const layout = layOutAtlas(128);
const { size, positions, ids } = layout;
const plane = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: size * size }, (_, i) => value(i % size, Math.floor(i / size)));
const seen = Float32Array.from(ids, (id) => (id === uncovered ? 0 : 1));
/** Just inside the outline. */
const at = (vertex: number): number => {
  const [x, y] = [positions[3 * vertex], positions[3 * vertex + 1]].map(
    (value) => 0.95 * (value - size / 2) + size / 2,
  );
  return Math.floor(y) * size + Math.floor(x);
};
const [leftJaw, rightJaw] = [172, 397];
/** Below the lips. */
const isLower = (y: number) => y > 0.67 * size;
/** Distance from the lower outline, in texels. */
const fromBelow = plane((x, y) => {
  let end = size - 1;
  while (end > 0 && ids[end * size + x] === uncovered) end--;
  return end - y;
});

const isChin = (x: number, y: number) => Math.abs(x - size / 2) < 0.1 * size && fromBelow[y * size + x] < 0.08 * size;

/** @param light of a texel, over that of the cheeks. @param net 0–1 */
function beardOf(
  light: (x: number, y: number) => number,
  net: (x: number, y: number) => number,
  shown = seen,
): Float32Array {
  const shares = plane(light);
  const rgb = Float32Array.from(
    { length: 3 * size * size },
    (_, i) => [200, 150, 130][i % 3] * shares[Math.floor(i / 3)],
  );
  return photoBeard(rgb, plane(net), shown, layout).dark ?? plane(() => 0);
}

test('a full beard counts up to the outline', () => {
  const beard = beardOf(
    (_x, y) => (isLower(y) ? 0.62 : 1),
    (_x, y) => (isLower(y) ? 1 : 0),
  );
  for (const vertex of [chin, leftJaw, rightJaw]) expect(beard[at(vertex)]).toBeGreaterThan(0.95);
  expect(beard[at(10)]).toBe(0);
});

test.each([
  { what: 'shade along the jaw alone', light: (x: number, y: number) => (fromBelow[y * size + x] < 2 ? 0.3 : 1) },
  { what: 'shade of the chin alone', light: (x: number, y: number) => (isChin(x, y) ? 0.1 : 1) },
  { what: 'shade on one half', light: (x: number, y: number) => (isLower(y) && x < size / 2 ? 0.6 : 1) },
  { what: 'what is as light as the cheeks', light: () => 1 },
  { what: 'what the net hesitates about', light: (_x: number, y: number) => (isLower(y) ? 0.3 : 1), net: 0.6 },
])('$what is none', ({ light, net = 1 }) => {
  const beard = beardOf(light, (_x, y) => (isLower(y) ? net : 0));
  for (const vertex of [chin, leftJaw, rightJaw]) expect(beard[at(vertex)]).toBeLessThan(0.05);
});

test.each([
  { what: 'a beard on the chin alone', from: 0, least: 0.9 },
  { what: 'a dark lower edge of the chin', from: 0.7, most: 0 },
])('$what', ({ from, least = 0, most = 1 }) => {
  const [lip, end] = [lowerLipEdge, chin].map((vertex) => positions[3 * vertex + 1]);
  const isHair = (x: number, y: number) => Math.abs(x - size / 2) < 0.1 * size && y > lip + from * (end - lip);
  const net = plane((x, y) => (isHair(x, y) ? 1 : 0));
  const rgb = Float32Array.from({ length: 3 * size * size }, (_, i) =>
    net[Math.floor(i / 3)] ? 40 : [200, 150, 130][i % 3],
  );
  const { dark, belowLips } = photoBeard(rgb, net, seen, layout);
  expect(belowLips).toBeGreaterThanOrEqual(least);
  expect(belowLips).toBeLessThanOrEqual(most);
  expect(dark?.[at(chin)] ?? 0).toBeGreaterThanOrEqual(least);
});

test('the skin of bare cheeks that are seen tells what is dark', () => {
  const isBeard = (y: number) => y > 0.45 * size;
  const isHidden = (x: number, y: number) => !isBeard(y) && x < size / 2;
  const light = (x: number, y: number) => (isBeard(y) ? 0.6 : isHidden(x, y) ? 0.1 : 1);
  const shown = seen.map((share, i) => (isHidden(i % size, Math.floor(i / size)) ? 0 : share));
  const beard = beardOf(light, (_x, y) => (isBeard(y) ? 1 : 0), shown);
  for (const vertex of [chin, leftJaw, rightJaw]) expect(beard[at(vertex)]).toBeGreaterThan(0.95);
});

test('a dark place on a cheek does not belong to the beard', () => {
  const spot = at(50);
  const isSpot = (x: number, y: number) => Math.hypot(x - (spot % size), y - Math.floor(spot / size)) < 4;
  const isBeard = (x: number, y: number) => isLower(y) || isSpot(x, y);
  const beard = beardOf(
    (x, y) => (isBeard(x, y) ? 0.3 : 1),
    (x, y) => (isBeard(x, y) ? 1 : 0),
  );
  expect(beard[at(chin)]).toBeGreaterThan(0.95);
  expect(beard[spot]).toBe(0);
});

test('a beard in light from one side stays on both', () => {
  const beard = beardOf(
    (x, y) => (isLower(y) ? (x < size / 2 ? 0.15 : 0.7) : 1),
    (_x, y) => (isLower(y) ? 1 : 0),
  );
  for (const vertex of [leftJaw, rightJaw]) expect(beard[at(vertex)]).toBeGreaterThan(0.9);
});

test.each([
  ['dark hair', [70, 52, 45], 1],
  ['white hair', [220, 220, 225], 1],
  ['grey hair', [150, 140, 132], 1],
  ['stubble', [168, 126, 110], 0],
  ['a few cells of dark hair', [70, 52, 45], 0, 0.97],
])('%s of %j counts below the lips as %d', (_, hair, counts, from = 0.67) => {
  const net = plane((_x, y) => (y > from * size ? 1 : 0));
  const rgb = Float32Array.from({ length: 3 * size * size }, (_, i) =>
    net[Math.floor(i / 3)] ? hair[i % 3] : [200, 150, 130][i % 3],
  );
  expect(photoBeard(rgb, net, seen, layout).belowLips).toBeCloseTo(counts);
});

test('with hair all over the cheeks, the net decides', () => {
  const { dark, belowLips } = photoBeard(
    new Float32Array(3 * size * size).fill(60),
    plane(() => 1),
    seen,
    layout,
  );
  expect(dark).toBeUndefined();
  expect(belowLips).toBe(1);
});

test.each([
  { what: 'shown nearly edge-on', facing: 0.3, after: 1 },
  { what: 'hardly shown', facing: 0.1, after: 0.4 },
  { what: 'half covered', facing: 0.3, covered: 0.5, after: 0.5 },
  { what: 'covered', facing: 0.3, covered: 1, after: 0.4 },
  { what: 'of which there is little', facing: 0.3, beard: 0.3, after: 0.4 },
  { what: 'beyond the outline', facing: 0.3, before: 0, after: 0 },
])('the side of a beard $what', ({ facing, covered = 0, beard = 1, before = 0.4, after }) => {
  const bare = Float32Array.of(before);
  showSidesOfBeard(bare, Float32Array.of(beard), Float32Array.of(facing), Float32Array.of(covered));
  expect(bare[0]).toBeCloseTo(after);
});
