import { expect, test } from 'vitest';
import { likeness } from '#engine/nets/face-identity';
import { usualLook, type Check } from './reference-embedding';

const own = Float32Array.of(1, 0, 0);
/** What a face looks like to the net that is half hidden. */
const covered = Float32Array.of(0.45, Math.sqrt(1 - 0.45 ** 2), 0);
const check = (identity: Float32Array, showing = 1): Check => ({ at: 0, identity, showing });

test('somebody’s usual look is that of most looks, also if the first ones were of something before the face', () => {
  const usual = usualLook([check(covered), check(covered), ...Array.from({ length: 6 }, () => check(own))])!;
  expect(likeness(usual, own)).toBeGreaterThan(0.99);
  expect(likeness(usual, covered)).toBeLessThan(0.55);
});

test('looks that show little count little', () => {
  const usual = usualLook([check(own), ...Array.from({ length: 6 }, () => check(covered, 0.02))])!;
  expect(likeness(usual, own)).toBeGreaterThan(0.99);
});

test('without a look nothing is known', () => {
  expect(usualLook([])).toBeUndefined();
});
