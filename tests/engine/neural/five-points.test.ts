import { expect, test } from 'vitest';
import { applyAffine } from '#engine/nets/affine';
import { fivePoints } from '#engine/neural/five-points';
import { alignment, invert } from '#engine/neural/templates';
import { portraitPath, portraitTruth } from '#tests/support/portraits';
import { sharedEngine } from '#tests/support/shared-engine';

test.each(['amara', 'kenji', 'otto'] as const)('crops the face of %s where its true points would', async (name) => {
  const { persons } = await (await sharedEngine()).analyse(portraitPath(name));
  const truth = fivePoints(Float32Array.from(portraitTruth(name).lm.flat()));
  const found = fivePoints(persons[0].landmarks);
  const eyeDistance = Math.hypot(truth[2] - truth[0], truth[3] - truth[1]);
  for (const eye of [0, 2])
    expect(Math.hypot(found[eye] - truth[eye], found[eye + 1] - truth[eye + 1]) / eyeDistance).toBeLessThan(0.03);
  const [expected, measured] = [truth, found].map((points) => invert(alignment(points, 'arcface_128', 1)));
  const side = Math.hypot(expected[0], expected[3]);
  for (const [x, y] of [
    [0.5, 0.5],
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ]) {
    const [a, b] = [applyAffine(expected, x, y), applyAffine(measured, x, y)];
    expect(Math.hypot(a[0] - b[0], a[1] - b[1]) / side).toBeLessThan(0.03);
  }
});
