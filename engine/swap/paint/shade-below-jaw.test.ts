import { expect, test } from 'vitest';
import { eyeDistance } from '#engine/mesh/pose';
import { prepareSource, swapFace } from '#engine/swap/mesh-swapper';
import type { FaceView } from '#engine/types';
import { copyOf, sampleSource } from '#tests/support/face-views';
import { beardOfHairs, painted } from '#tests/support/painted-people';

const chin = [149, 176, 148, 152, 377, 400, 378];

/** Pixels below the outline of the chin. */
const placesBelow = ({ landmarks }: FaceView): [x: number, y: number][] =>
  chin.map((vertex) => [landmarks[3 * vertex], landmarks[3 * vertex + 1] + 0.05 * eyeDistance(landmarks)]);

const lineBelowChin =
  (colour: string, width = 0.09) =>
  (face: FaceView) =>
    `<polyline points="${placesBelow(face).join(' ')}" fill="none" stroke="${colour}"
    stroke-width="${width * eyeDistance(face.landmarks)}"/>`;

/** Mean of the pixels below the chin, red, green and blue. */
function below(face: FaceView): number[] {
  const inside = placesBelow(face).slice(1, -1);
  const places = inside.map(([x, y]) => 3 * (Math.floor(y) * face.image.width + Math.floor(x)));
  return [0, 1, 2].map((k) => places.reduce((sum, at) => sum + face.image.data[at + k], 0) / places.length);
}

const bearded = painted('tomas', beardOfHairs).then((photo) => prepareSource([photo]));

async function swapped(drawing: (face: FaceView) => string, source = bearded) {
  const before = await painted('lin', drawing);
  const after = copyOf(before);
  swapFace(after.image, after.landmarks, await source, { masks: before.masks });
  return { before: below(before), after: below(after) };
}

const redness = ([red, green]: number[]): number => red / green;
const light = ([red, green, blue]: number[]): number => 0.299 * red + 0.587 * green + 0.114 * blue;

test('a red line of shade below a chin is not as red below a beard, and as dark', async () => {
  const { before, after } = await swapped(lineBelowChin('#6e1e0c'));
  expect(redness(before)).toBeGreaterThan(3);
  expect(redness(after)).toBeLessThan(0.6 * redness(before));
  expect(light(after)).toBeLessThan(light(before) + 10);
});

test('without a beard it stays', async () => {
  const { before, after } = await swapped(lineBelowChin('#6e1e0c'), sampleSource('tomas'));
  expect(redness(after)).toBeGreaterThan(0.9 * redness(before));
});

test.each([
  ['of red clothes', '#6e1e22', 0.09],
  ['of a neck that is as red all over', '#6e1e0c', 1],
])('the red %s stays', async (_name, colour, width) => {
  const { before, after } = await swapped(lineBelowChin(colour, width));
  expect(redness(after)).toBeGreaterThan(0.8 * redness(before));
});
