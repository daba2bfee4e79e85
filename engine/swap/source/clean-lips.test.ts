import { expect, test } from 'vitest';
import { faceView } from '#tests/support/face-views';
import { lineBetweenLips, painted } from '#tests/support/painted-people';
import type { FaceView } from '#engine/types';
import { mouthOpenness } from '#engine/mesh/pose';
import { cropFace } from '#engine/swap/geometry/face-crop';
import { layOutAtlas } from './atlas-layout';
import { lipsApart } from './clean-lips';
import { splitLayers } from './layers';
import { unwrapPhoto } from './photo-atlas';

const layout = layOutAtlas(512);
const layersOf = (face: FaceView) => splitLayers(unwrapPhoto(cropFace(face, 768), layout));

test.each([
  ['lips that touch', 'lin', undefined, 0],
  ['a shadow between lips that touch', 'lin', '#1a0c0a', 0],
  ['teeth between lips whose landmarks touch', 'lin', '#f4f0e8', 1],
] as const)('%s', async (_name, person, line, share) => {
  const face = line ? await painted(person, lineBetweenLips(line)) : await faceView(person);
  expect(lipsApart(layersOf(face), layout, mouthOpenness(face.landmarks))).toBe(share);
});

test('lips that are apart, whatever is between them', async () => {
  expect(lipsApart(layersOf(await faceView('lin')), layout, 0.1)).toBe(1);
});
