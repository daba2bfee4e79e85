import { expect, test } from 'vitest';
import { leftEyeRing, rightEyeRing } from '#engine/mesh/topology';
import { swapFace } from '#engine/swap/mesh-swapper';
import type { FaceView, Landmarks } from '#engine/types';
import { sampleFaceNames, type SampleFaceName } from '#shared/sample-media';
import { copyOf, faceView, sampleSource } from '#tests/support/face-views';
import { painted } from '#tests/support/painted-people';
import { visibleEyes } from './visible-eyes';

const rings = [leftEyeRing, rightEyeRing];
/** Upper lids, from the outer corner. */
const lids = rings.map((ring) => ring.slice(9).reverse());
const lowerLids = rings.map((ring) => ring.slice(1, 8));

type Point = readonly [x: number, y: number];
const pointOf = (landmarks: Landmarks, vertex: number): Point => [landmarks[3 * vertex], landmarks[3 * vertex + 1]];

function between([x, y]: Point, [toX, toY]: Point, share: number): Point {
  return [x + share * (toX - x), y + share * (toY - y)];
}

/** Of the height, per column from the outer corner. */
interface Lashes {
  readonly from: number;
  readonly to: readonly number[];
  readonly fill: string;
}
const dense: Lashes = { from: 0, to: [1, 0.75, 0.7, 0.4, 0.1], fill: '#0a0608' };

function lashes({ landmarks }: FaceView, eye: number, { from, to, fill }: Lashes): string {
  const along = (column: number, share: number) =>
    between(pointOf(landmarks, lids[eye][column]), pointOf(landmarks, lowerLids[eye][column]), share);
  const above = to.map((_, column) => along(column, from));
  const below = to.map((end, column) => along(column, end)).reverse();
  return `<path d="M${[pointOf(landmarks, rings[eye][0]), ...above, ...below].join('L')}Z" fill="${fill}"/>`;
}

const madeUp = (changes: Partial<Lashes> = {}, name: SampleFaceName = 'lin') =>
  painted(name, (face) => [0, 1].map((eye) => lashes(face, eye, { ...dense, ...changes })).join(''));

/** Share of the height, per column from the outer corner. */
function lowered(face: FaceView, eye: number): number[] {
  const after = visibleEyes(face.image, face.landmarks);
  return lids[eye].map((upper, i) => {
    const height = face.landmarks[3 * lowerLids[eye][i] + 1] - face.landmarks[3 * upper + 1];
    return (after[3 * upper + 1] - face.landmarks[3 * upper + 1]) / height;
  });
}

test.each([0, 1])('upper lid %i of a made-up face is lowered to the end of its lashes', async (eye) => {
  const shares = lowered(await madeUp(), eye);
  for (const column of [0, 1, 2]) {
    expect(shares[column]).toBeGreaterThan(0.45);
    expect(shares[column]).toBeLessThan(0.7);
  }
  expect(shares[3]).toBeGreaterThan(0.15);
  expect(shares[3]).toBeLessThan(shares[2]);
  expect(shares[2]).toBeLessThan(shares[1]);
  expect(shares[4]).toBeLessThan(0.2);
  expect(shares[6]).toBe(0);
});

test('lids are lowered as far where the mesh begins above the lashes', async () => {
  const tall = [1, 0.85, 0.8, 0, 0];
  const black = lowered(await madeUp({ to: tall }, 'amara'), 0);
  expect(black[0]).toBeGreaterThan(0.45);
  const shares = lowered(await madeUp({ to: tall, from: 0.12 }, 'amara'), 0);
  for (const column of [0, 1, 2]) expect(shares[column]).toBeCloseTo(black[column], 1);
});

test('a lowered lid has no step where the lashes end', async () => {
  const shares = lowered(await madeUp({ to: [1, 0.85, 0.8, 0, 0] }, 'amara'), 1);
  expect(shares[2]).toBeLessThan(0.6);
  expect(shares[3]).toBeGreaterThan(0.1);
});

test.each([
  ['amara', 0],
  ['kenji', 1],
  ['lin', 0],
] as const)('pupil and iris of %s, eye %i, are not taken for lashes', async (name, eye) => {
  const shares = lowered(await madeUp({ to: [1, 0.85, 0.8, 0, 0] }, name), eye);
  expect(shares[1]).toBeGreaterThan(0.5);
  expect(shares[4]).toBeLessThan(0.12);
});

test('a lid is not closed', async () => {
  const shares = lowered(await madeUp({ to: [1, 0.9, 0.9, 0.9, 0.1] }, 'lin'), 0);
  expect(shares[0]).toBeGreaterThan(0.6);
  for (const share of shares) expect(share).toBeLessThan(0.66);
});

test('lower lids, corners and irises stay', async () => {
  const { image, landmarks } = await madeUp();
  const after = visibleEyes(image, landmarks);
  const changed = new Set(lids.flat());
  const others = Array.from({ length: landmarks.length / 3 }, (_, vertex) => vertex).filter((v) => !changed.has(v));
  for (const vertex of others)
    expect(after.subarray(3 * vertex, 3 * vertex + 3)).toEqual(landmarks.subarray(3 * vertex, 3 * vertex + 3));
});

test('eyes of people without such lashes stay as they are', async () => {
  for (const name of sampleFaceNames) {
    const { image, landmarks } = await faceView(name);
    expect(visibleEyes(image, landmarks), name).toBe(landmarks);
  }
});

test('the shade of a hat over both eyes is not make-up', async () => {
  const ends = [0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7];
  const { image, landmarks } = await madeUp({ to: ends, fill: '#14100f' }, 'amara');
  expect(visibleEyes(image, landmarks)).toBe(landmarks);
});

test('usual lashes are none where an eye is narrowed', async () => {
  const face = await madeUp({ to: [0.5, 0.4, 0.4, 0.3, 0.1] }, 'amara');
  for (const narrowed of [0, 0.1, 0.2, 0.3, 0.4]) {
    const squint = lowerLids.reduce(
      (landmarks, ring, eye) => raise(landmarks, ring, lids[eye], narrowed),
      face.landmarks,
    );
    expect(visibleEyes(face.image, squint), String(narrowed)).toBe(squint);
  }
});

/** Lower lids towards the upper ones. */
function raise(landmarks: Landmarks, lower: readonly number[], upper: readonly number[], share: number): Landmarks {
  const raised = landmarks.slice();
  lower.forEach((vertex, i) => {
    for (let k = 0; k < 3; k++)
      raised[3 * vertex + k] += share * (landmarks[3 * upper[i] + k] - landmarks[3 * vertex + k]);
  });
  return raised;
}

test.each(['amara', 'kenji', 'lin'] as const)('lids of %s do not jump while the eyes close', async (name) => {
  const face = await madeUp({ to: [1, 0.85, 0.8, 0.2, 0] }, name);
  const width = Math.abs(face.landmarks[3 * leftEyeRing[0]] - face.landmarks[3 * leftEyeRing[8]]);
  const places: number[] = [];
  for (let closed = 0; closed < 0.9; closed += 0.02) {
    const closing = lids.reduce(
      (landmarks, ring, eye) => raise(landmarks, ring, lowerLids[eye], closed),
      face.landmarks,
    );
    places.push(visibleEyes(face.image, closing)[3 * lids[0][1] + 1]);
  }
  const steps = places.slice(1).map((place, i) => Math.abs(place - places[i]) / width);
  expect(Math.max(...steps)).toBeLessThan(0.05);
});

test('one eye in the dark is a shadow, not make-up', async () => {
  const { image, landmarks } = await painted('lin', (face) => lashes(face, 1, dense));
  expect(visibleEyes(image, landmarks)).toBe(landmarks);
});

test('a new eye does not show the lashes as a black corner', async () => {
  const [before, plain] = [await madeUp(), await painted('lin', () => '')];
  const [after, usual] = [before, plain].map(copyOf);
  for (const face of [after, usual])
    swapFace(face.image, face.landmarks, await sampleSource('freya'), { masks: plain.masks });
  for (const eye of [0, 1]) {
    const left = blackPixels(after, eye) - blackPixels(usual, eye);
    expect(left / (blackPixels(before, eye) - blackPixels(plain, eye))).toBeLessThan(0.5);
  }
});

/** In the box around the outer half of an eye. */
function blackPixels({ image, landmarks }: FaceView, eye: number): number {
  const around = [...lids[eye].slice(0, 4), ...lowerLids[eye].slice(0, 4), rings[eye][0]];
  const [columns, rows] = [0, 1].map((axis) => around.map((vertex) => landmarks[3 * vertex + axis]));
  let black = 0;
  for (let row = Math.floor(Math.min(...rows)); row < Math.max(...rows); row++) {
    for (let column = Math.floor(Math.min(...columns)); column < Math.max(...columns); column++) {
      const at = 3 * (row * image.width + column);
      if (image.data[at] + image.data[at + 1] + image.data[at + 2] < 100) black++;
    }
  }
  return black;
}
