import { expect, test } from 'vitest';
import { leftEyeCorners, rightEyeCorners } from '#engine/mesh/topology';
import { LANDMARK_COUNT } from '#engine/types';
import { patchesAround } from './patch';

const side = 24;
const vertex = 50;

test('a patch lies around the pixel that contains the landmark', () => {
  const landmarks = new Float32Array(3 * LANDMARK_COUNT);
  landmarks.set([4, 10], 3 * leftEyeCorners.outer);
  landmarks.set([20, 10], 3 * rightEyeCorners.outer);
  landmarks.set([10.6, 10.6], 3 * vertex);
  // Light from column and row 12 on: beyond the pixels beside the one at 10, 10.
  const data = Uint8Array.from({ length: 3 * side * side }, (_, i) => {
    const pixel = Math.floor(i / 3);
    return pixel % side >= 12 || pixel >= 12 * side ? 200 : 50;
  });
  const [{ light }] = patchesAround({ width: side, height: side, data }, landmarks, [vertex], 0.01);
  expect(Math.round(light)).toBe(135);
  expect(
    patchesAround(
      { width: side, height: side, data },
      landmarks.map((value) => value - 60),
      [vertex],
      0.01,
    ),
  ).toEqual([]);
});
