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
  expect(shares[4]).toBeLessThan(0.2);
  expect(shares[6]).toBe(0);
});

test('lids are lowered as far where the mesh begins above the lashes, and where these are not black', async () => {
  const black = lowered(await madeUp({}, 'elsa'), 0);
  for (const changes of [{ from: 0.12 }, { fill: '#2a2224' }]) {
    const shares = lowered(await madeUp(changes, 'elsa'), 0);
    for (const column of [0, 1, 2]) expect(shares[column]).toBeCloseTo(black[column], 1);
  }
});

test.each([
  ['elsa', 1],
  ['ines', 0],
  ['sofia', 0],
  ['lin', 0],
  ['kenji', 0],
] as const)('pupil and iris of %s, eye %i, are not taken for lashes', async (name, eye) => {
  const shares = lowered(await madeUp({ to: [1, 0.75, 0.7, 0, 0] }, name), eye);
  expect(shares[1]).toBeGreaterThan(0.5);
  expect(shares[4]).toBeLessThan(0.12);
});

test('a lid is not closed', async () => {
  const shares = lowered(await madeUp({ to: [1, 0.72, 0.72, 0.72, 0.1] }, 'sofia'), 0);
  for (const share of shares) expect(share).toBeLessThan(0.66);
});

test('lower lids, corners and irises stay', async () => {
  const { image, landmarks } = await madeUp();
  const after = visibleEyes(image, landmarks);
  const changed = new Set(lids.flat());
  const others = Array.from({ length: landmarks.length / 3 }, (_, vertex) => vertex).filter((v) => !changed.has(v));
  for (const vertex of others) expect(pointOf(after, vertex)).toEqual(pointOf(landmarks, vertex));
});

test('eyes of people without such lashes stay as they are', async () => {
  for (const name of sampleFaceNames) {
    const { image, landmarks } = await faceView(name);
    expect(visibleEyes(image, landmarks), name).toBe(landmarks);
  }
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
