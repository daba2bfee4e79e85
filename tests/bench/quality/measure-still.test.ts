import { expect, test } from 'vitest';
import { prepareSource } from '#engine/swap/mesh-swapper';
import { planSwap } from '#engine/swap/plan-swap';
import type { FaceView } from '#engine/types';
import { faceView } from '#tests/support/face-views';
import { measureStill } from './measure-still';

const belowNose = 164;
const identity = Float32Array.of(1);

/** Of black hair from below the nose on. */
async function withBeard(): Promise<FaceView> {
  const view = await faceView('tomas');
  const { data, width } = view.image;
  const from = 3 * width * Math.round(view.landmarks[3 * belowNose + 1]);
  for (let at = from; at < data.length; at++) data[at] *= 0.3;
  return { ...view, masks: { side: 160, beard: new Uint8Array(160 ** 2).fill(255) } };
}

test('a result is compared with where the swap paints, which lips below a moustache do not leave', async () => {
  const [target, face] = [await withBeard(), await faceView('lin')];
  const prepared = prepareSource([face]);
  const {
    deformation: { destination },
    hair,
  } = planSwap(target, prepared);
  expect(hair.moustache).toBe(1);
  const finder = {
    find: async () => [{ landmarks: destination, box: { x: 0, y: 0, width: 1, height: 1 }, score: 1 }],
    embed: async () => identity,
  };
  const [source, onto] = [face, target].map((view) => ({ ...view, name: 'face', identity }));
  const measured = await measureStill(finder, source, prepared, onto, target.image);
  expect(measured).toMatchObject({ lost: 0, eyes: 0, lips: 0 });
});
