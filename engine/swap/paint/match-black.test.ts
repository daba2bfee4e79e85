import { expect, test } from 'vitest';
import { bytesAt, shortsAt } from '#engine/kernels/memory';
import { withPixels } from '#engine/swap/geometry/pixels';
import { matchBlack } from './match-black';

const side = 64;
const region = { x: 0, y: 0, width: side, height: side };

/** Skin of 180 with a hundredth of darkness. */
const face = (dark: number) => (i: number) => (i % 100 === 0 ? dark : 180);

function matched(target: (i: number) => number, fresh: (i: number) => number, alpha = 255): number[] {
  const image = {
    width: side,
    height: side,
    data: Uint8Array.from({ length: 3 * side * side }, (_, i) => target(Math.floor(i / 3))),
  };
  withPixels(image, region, (pixels) => {
    shortsAt(pixels.ids, side * side).fill(1);
    bytesAt(pixels.alpha, side * side).fill(alpha);
    const painted = bytesAt(pixels.painted, 3 * side * side);
    for (let i = 0; i < painted.length; i++) painted[i] = fresh(Math.floor(i / 3));
    matchBlack(pixels);
  });
  return [image.data[0], image.data[3]];
}

test('in haze the darkest of the new face is as dark as the target’s, and its skin stays', () => {
  const [dark, skin] = matched(face(70), face(10));
  expect(dark).toBeGreaterThan(60);
  expect(dark).toBeLessThan(75);
  expect(skin).toBe(180);
});

test.each([
  ['a clear target has black, too', face(8), face(10), 255],
  ['a paler new face is not darkened', face(10), face(70), 255],
  ['what stays the target’s is not the new face', face(70), face(10), 0],
])('%s', (_name, target, fresh, alpha) => {
  expect(matched(target, fresh, alpha)).toEqual([fresh(0), 180]);
});
