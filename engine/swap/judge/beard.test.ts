import { expect, test } from 'vitest';
import type { FaceView } from '#engine/types';
import { eyeDistance } from '#engine/mesh/pose';
import { faceView } from '#tests/support/face-views';
import { readBeard } from './beard';

const side = 160;
/** Between nose and upper lip. */
const belowNose = 164;
/** As seen. */
const leftCheek = 50;

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
  expect(readBeard(await face(factor, seen)).stays).toBe(share);
});

test('in a grainy picture, stubble goes as well if the picture cuts one cheek off', async () => {
  const view = await face((pixel) => roughStubble(pixel), 230);
  const { width, height, data } = view.image;
  data.forEach((value, at) => (data[at] = value * roughStubble(Math.floor(at / 3))));
  expect(readBeard(view).stays).toBe(0);
  const cut = Math.ceil(view.landmarks[3 * leftCheek] + 0.1 * eyeDistance(view.landmarks));
  const image = { width: width - cut, height, data: new Uint8Array(3 * (width - cut) * height) };
  for (let row = 0; row < height; row++)
    image.data.set(data.subarray(3 * (row * width + cut), 3 * (row + 1) * width), 3 * row * image.width);
  const landmarks = view.landmarks.map((value, i) => (i % 3 === 0 ? value - cut : value));
  expect(readBeard({ ...view, image, landmarks }).stays).toBe(0);
});

test('without masks all of it stays', async () => {
  expect(readBeard(await faceView('tomas')).stays).toBe(1);
});
