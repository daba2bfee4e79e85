import { beforeAll, expect, test } from 'vitest';
import { blurred, faceView, turnedLandmarks } from '#tests/support/face-views';
import type { FaceView } from '#engine/types';
import { recogniserSpec, swapperSpec } from './built-in';
import type { NetRunner } from './net-runner';
import { neuralSwapper } from './neural-swapper';
import { recipeDefaults } from './recipe';
import type { SwapperType } from './spec';

/** The embedding is a part of the picture. */
const nets: NetRunner = { run: async (_net, { input }) => Float32Array.from(input.data.subarray(6000, 6512)) };

function prepare(type: SwapperType, photos: FaceView[]) {
  const swapper = swapperSpec(type, type);
  const recogniser = recogniserSpec('arcface');
  const recipe = {
    ...recipeDefaults,
    id: 'test',
    name: 'Test',
    swapper,
    recogniser,
    boost: swapper.size,
    fingerprint: '',
  };
  return neuralSwapper({ recipe, nets: () => nets }).prepareSource(photos);
}

/** A difference of so many numbers takes minutes to print. */
const isEqual = (a: Float32Array, b: Float32Array) => a.length === b.length && a.every((value, i) => value === b[i]);

let face: FaceView;
let blots: FaceView;
beforeAll(async () => {
  face = await faceView('lin');
  blots = await blurred(face, 30);
});

test.each(['hyperswap', 'blendswap'] as const)(
  'a photo whose features are blots does not change what %s reads of another',
  async (type) => {
    const [alone, together] = [await prepare(type, [face]), await prepare(type, [blots, face])];
    expect(isEqual(together.input, alone.input)).toBe(true);
  },
);

test('warns of the photos that count, and of photos that all show blots', async () => {
  const aside = { ...face, landmarks: turnedLandmarks(face.landmarks, 40) };
  const codes = async (photos: FaceView[]) => (await prepare('hyperswap', photos)).warnings.map(({ code }) => code);
  expect(await codes([blots, aside])).toEqual(['turned_away']);
  expect(await codes([blots, blots])).toContain('unusable_face');
});
