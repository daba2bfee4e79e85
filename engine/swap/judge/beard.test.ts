import { expect, test } from 'vitest';
import type { FaceView } from '#engine/types';
import { faceView } from '#tests/support/face-views';
import { beardShare } from './beard';

const side = 160;
/** Between nose and upper lip. */
const belowNose = 164;

/** @param factor of a pixel's light below the nose @param seen by the net, 0–255, everywhere */
async function face(factor: (pixel: number) => number, seen: number): Promise<FaceView> {
  const view = await faceView('tomas');
  const { data, width, height } = view.image;
  for (let pixel = width * Math.round(view.landmarks[3 * belowNose + 1]); pixel < width * height; pixel++)
    for (let k = 3 * pixel; k < 3 * pixel + 3; k++) data[k] = Math.min(255, factor(pixel) * data[k]);
  return { ...view, masks: { side, beard: new Uint8Array(side ** 2).fill(seen) } };
}

/** As rough as stubble in light from one side, or in a grainy photograph. */
const roughStubble = (pixel: number): number => (pixel % 4 < 2 ? 0.82 : 0.95);
const whiteHairs = (pixel: number): number => (pixel % 4 < 2 ? 0.8 : 1.15);

test.each([
  ['a beard stays', () => 0.4, 230, 1],
  ['a beard of white hairs stays', whiteHairs, 230, 1],
  ['stubble goes', () => 0.85, 230, 0],
  ['rough stubble goes', roughStubble, 230, 0],
  ['what the net hardly sees stays', () => 0.85, 20, 1],
])('%s', async (_name, factor, seen, share) => {
  expect(beardShare(await face(factor, seen))).toBe(share);
});

test('without masks all of it stays', async () => {
  expect(beardShare(await faceView('tomas'))).toBe(1);
});
