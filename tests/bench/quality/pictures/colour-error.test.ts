import { expect, test } from 'vitest';
import { faceView } from '#tests/support/face-views';
import { lipstick, painted } from '#tests/support/painted-people';
import { colourErrors, labOf, zones } from './colour-error';

test.each([
  ['#ffffff', [255, 255, 255], [100, 0, 0]],
  ['#ff0000', [255, 0, 0], [53.2, 80.1, 67.2]],
  ['#000000', [0, 0, 0], [0, 0, 0]],
])('%s in CIELAB', (_, rgb, lab) => {
  labOf(rgb).forEach((value, k) => expect(value).toBeCloseTo(lab[k], 0));
});

test('a face that stays as it is has no error in any zone', async () => {
  const face = await faceView('lin');
  const errors = colourErrors(face, face.image);
  expect(Object.keys(errors)).toEqual(Object.keys(zones));
  for (const { size } of Object.values(errors)) expect(size).toEqual([0, 0, 0]);
});

test('lipstick makes lips redder, and nothing else', async () => {
  const face = await faceView('lin');
  const { lips, ...others } = colourErrors(face, (await painted('lin', lipstick)).image);
  expect(lips!.bias[1]).toBeGreaterThan(10);
  expect(lips!.size[1]).toBeGreaterThanOrEqual(lips!.bias[1]);
  for (const { size } of Object.values(others)) expect(size[1]).toBeLessThan(1);
});
