import { expect, test } from 'vitest';
import { distance } from '#engine/mesh/pose';
import { chin, foreheadTop } from '#engine/mesh/topology';
import { prepareSource, swapFace } from '#engine/swap/mesh-swapper';
import type { FaceView } from '#engine/types';
import { copyOf, sampleSource } from '#tests/support/face-views';
import { beardOfHairs, painted } from '#tests/support/painted-people';

const lowerJaw = [149, 176, 148, chin, 377, 400, 378];
const bearded = painted('tomas', beardOfHairs).then((photo) => prepareSource([photo]));

/** @param away heights of the face below the outline */
function placesBelow({ landmarks }: FaceView, away: number): [x: number, y: number][] {
  const drop = away * distance(landmarks, chin, foreheadTop);
  return lowerJaw.map((vertex) => [landmarks[3 * vertex], landmarks[3 * vertex + 1] + drop]);
}

/** Mean brightness, 0–255. */
function lightBelow(face: FaceView, away: number): number {
  const bytes = placesBelow(face, away).map(([x, y]) => 3 * (Math.floor(y) * face.image.width + Math.floor(x)));
  return bytes.reduce((sum, at) => sum + face.image.data[at + 1], 0) / bytes.length;
}

const neckOf = (colour: string) => (face: FaceView) => {
  const { landmarks, image } = face;
  const edge = 0.004 * distance(landmarks, chin, foreheadTop);
  const line = [172, 136, 150, ...lowerJaw, 379, 365, 397].map(
    (vertex) => `${landmarks[3 * vertex]},${landmarks[3 * vertex + 1] + edge}`,
  );
  return `<polygon points="0,${image.height} ${line.join(' ')} ${image.width},${image.height}" fill="${colour}"/>`;
};

const skin = neckOf('#d9a88c');

/** @returns how much darker the neck becomes, by distance */
async function darkening(drawing: (face: FaceView) => string, source = bearded, masks = {}) {
  const before = await painted('lin', drawing);
  const after = copyOf(before);
  swapFace(after.image, after.landmarks, await source, { masks: { ...before.masks!, ...masks } });
  const at = (away: number) => lightBelow(before, away) - lightBelow(after, away);
  return { near: at(0.045), far: at(0.07), beyond: at(0.1) };
}

test('a beard grows on below the jaw, and thins out', async () => {
  const { near, far, beyond } = await darkening(skin);
  expect(near).toBeGreaterThan(40);
  expect(far).toBeLessThan(0.5 * near);
  expect(far).toBeGreaterThan(0.1 * near);
  expect(Math.abs(beyond)).toBeLessThan(2);
});

test('a bare chin leaves the neck as it is', async () => {
  const { near, far } = await darkening(skin, sampleSource('tomas'));
  expect(Math.abs(near)).toBeLessThan(3);
  expect(Math.abs(far)).toBeLessThan(1);
});

test.each([
  ['of a blue wall', '#7d93b8'],
  ['of a white collar', '#f6f6f6'],
  ['of black clothes', '#14110f'],
])('what has the colour %s stays', async (_name, colour) => {
  const { near, far } = await darkening(neckOf(colour));
  expect(Math.abs(near)).toBeLessThan(3);
  expect(Math.abs(far)).toBeLessThan(1);
});

test('a hand in front of the neck stays', async () => {
  const cover = new Uint8Array(160 * 160);
  cover.fill(255, 160 * 120);
  const { near, far } = await darkening(skin, bearded, { side: 160, cover });
  expect(Math.abs(near)).toBeLessThan(3);
  expect(Math.abs(far)).toBeLessThan(1);
});
