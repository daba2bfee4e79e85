import { expect, test } from 'vitest';
import { extensionOf, refuseDimensions, refuseImageType, refuseSize } from './rules';

test.each([
  [160, 160, null],
  [4000, 4000, null],
  [4000, 1715, null],
  [159, 400, 'at least 160 px'],
  [10, 10, '10 × 10 px'],
  [4001, 3000, 'at most 4,000 px'],
  [30_000, 30_000, '30,000 × 30,000 px'],
  [2400, 1000, 'too wide'],
  [400, 1000, 'too tall'],
])('a picture of %i × %i', (width, height, said) => {
  const refusal = refuseDimensions(width, height);
  if (said === null) expect(refusal).toBeNull();
  else expect(refusal?.message).toContain(said);
});

test('the ratio may be exactly 21 to 9 either way', () => {
  expect(refuseDimensions(2100, 900)).toBeNull();
  expect(refuseDimensions(900, 2100)).toBeNull();
});

test('types are told by name in any case, and a refusal names what came', () => {
  expect(refuseImageType('JPG')).toBeNull();
  expect(refuseImageType('pdf')?.message).toContain('PDF');
  expect(refuseImageType('')?.message).toContain('not a picture');
  expect(extensionOf('a.b.JPEG')).toBe('jpeg');
  expect(extensionOf('noextension')).toBe('');
});

test('an empty and an oversized file are refused with their numbers', () => {
  expect(refuseSize(0)?.error).toBe('damaged_media');
  expect(refuseSize(1)).toBeNull();
  expect(refuseSize(70 * 1024 * 1024)?.message).toContain('70 MB');
});
