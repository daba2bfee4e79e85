import { expect, test } from 'vitest';
import { applyAffine } from '#engine/nets/affine';
import { fivePoints } from '#engine/neural/five-points';
import { alignment, invert } from '#engine/neural/templates';
import { sampleFaceNames } from '#shared/sample-media';
import { portraitPath, portraitTruth } from '#tests/support/portraits';
import { sharedEngine } from '#tests/support/shared-engine';

/** Of the crop's side; measured: 0.006 and 0.033. */
const limits = { centre: 0.01, corners: 0.035 };

test('18. crops the faces of all twelve portraits where their true points would', async () => {
  const engine = await sharedEngine();
  const eyeErrors: number[] = [];
  for (const name of sampleFaceNames) {
    const { persons } = await engine.analyse(portraitPath(name));
    const truth = fivePoints(Float32Array.from(portraitTruth(name).lm.flat()));
    const found = fivePoints(persons[0].landmarks);
    const eyeDistance = Math.hypot(truth[2] - truth[0], truth[3] - truth[1]);
    for (const eye of [0, 2])
      eyeErrors.push(Math.hypot(found[eye] - truth[eye], found[eye + 1] - truth[eye + 1]) / eyeDistance);
    const [expected, measured] = [truth, found].map((points) => invert(alignment(points, 'arcface_128', 1)));
    const side = Math.hypot(expected[0], expected[3]);
    const shift = (x: number, y: number) => {
      const [a, b] = [applyAffine(expected, x, y), applyAffine(measured, x, y)];
      return Math.hypot(a[0] - b[0], a[1] - b[1]) / side;
    };
    expect(shift(0.5, 0.5), name).toBeLessThan(limits.centre);
    expect(Math.max(shift(0, 0), shift(1, 0), shift(0, 1), shift(1, 1)), name).toBeLessThan(limits.corners);
  }
  expect(eyeErrors).toHaveLength(24);
  expect(Math.max(...eyeErrors)).toBeLessThan(0.05);
  expect(eyeErrors.reduce((sum, error) => sum + error, 0) / eyeErrors.length).toBeLessThan(0.03);
});
