import { expect, test } from 'vitest';
import { bytesAt } from '#engine/kernels/memory';
import { innerLipRing } from '#engine/mesh/topology';
import { withPixels } from '#engine/swap/geometry/pixels';
import { rasterizeAt } from '#engine/swap/geometry/raster';
import { Workspace } from '#engine/swap/ops/workspace';
import { faceView } from '#tests/support/face-views';
import { shadeSlit } from './shade-slit';

test.each([
  ['a slit shows lipstick darker', [220, 40, 40], 7, true],
  ['a slit shows teeth as they are', [220, 210, 200], 7, false],
  ['closed lips, with single pixels of a slit, have no dark specks', [220, 40, 40], 1, false],
  ['an open mouth shows lipstick as it is', [220, 40, 40], 40, false],
])('%s', async (_name, colour, height, darkens) => {
  const { image, landmarks } = await faceView('diego');
  for (let i = 1; i < innerLipRing.length / 2; i++) {
    const [lower, upper] = [innerLipRing[i], innerLipRing[innerLipRing.length - i]];
    landmarks[3 * lower + 1] = landmarks[3 * upper + 1] + height;
  }
  const region = { x: 0, y: 0, width: image.width, height: image.height };
  let changed = 0;
  withPixels(image, region, (pixels) => {
    rasterizeAt(pixels.ids, landmarks, region, 1, new Workspace());
    const painted = bytesAt(pixels.painted, image.data.length);
    for (let i = 0; i < painted.length; i += 3) painted.set(colour, i);
    shadeSlit(pixels, landmarks, landmarks, region);
    changed = painted.filter((value, i) => value !== colour[i % 3]).length;
  });
  if (darkens) expect(changed).toBeGreaterThan(100);
  else expect(changed).toBe(0);
});
