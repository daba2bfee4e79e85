import { expect, test } from 'vitest';
import sharp from 'sharp';
import { copyOf, faceView } from '#tests/support/face-views';
import type { FaceView } from '../types';
import { meshSwapper, prepareSource } from './mesh-swapper';
import { sharpness } from './source/sharpness';

async function blurred(face: FaceView, sigma: number): Promise<FaceView> {
  const { width, height, data } = face.image;
  const soft = await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(sigma)
    .raw()
    .toBuffer();
  return { ...face, image: { width, height, data: new Uint8Array(soft) } };
}

/** Noise that comes out the same every time: ±`size`, by an odd pattern of no period the eye could see. */
function noisy(face: FaceView, size: number): FaceView {
  const copy = copyOf(face);
  for (let i = 0; i < copy.image.data.length; i += 3) {
    const sign = Math.imul(i + 7, 0x9e3779b1) >>> 31 === 1 ? 1 : -1;
    for (let k = i; k < i + 3; k++) copy.image.data[k] = Math.min(255, Math.max(0, copy.image.data[k] + sign * size));
  }
  return copy;
}

async function swappedOn(target: FaceView): Promise<FaceView> {
  const after = copyOf(target);
  await meshSwapper.swapFace(after.image, after.landmarks, prepareSource([await faceView('lin')]));
  return after;
}

test('on a soft picture the face is soft too', async () => {
  const target = await faceView('tomas');
  const soft = await blurred(target, 3);
  const onSharp = sharpness(await swappedOn(target));
  const onSoft = sharpness(await swappedOn(soft));
  expect(onSoft).toBeLessThan(0.6 * onSharp);
  expect(onSoft).toBeLessThan(1.4 * sharpness(soft));
});

test('on a grainy picture the face has grain, the same each time', async () => {
  const target = await faceView('tomas');
  const grainy = noisy(target, 8);
  const first = await swappedOn(grainy);
  expect(sharpness(first)).toBeGreaterThan(0.7 * sharpness(grainy));
  expect(sharpness(first)).toBeGreaterThan(1.5 * sharpness(await swappedOn(target)));
  expect(Buffer.compare(first.image.data, (await swappedOn(grainy)).image.data)).toBe(0);
});
