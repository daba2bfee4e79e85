import { expect, test } from 'vitest';
import {
  extensionOf,
  kindOfType,
  paidSeconds,
  photoMaxBytes,
  refuseDimensions,
  refuseDuration,
  refuseImageType,
  refuseMediaType,
  refuseSize,
} from './rules';

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
  expect([refuseSize(photoMaxBytes), refuseSize(photoMaxBytes + 1)?.error]).toEqual([null, 'too_large']);
});

test('videos have bounds of their own, and are called so', () => {
  expect(refuseDimensions(176, 144, 'video')).toBeNull();
  expect(refuseDimensions(4096, 2160, 'video')).toBeNull();
  expect(refuseDimensions(7680, 4320, 'video')?.message).toMatch(/^This video is 7,680 × 4,320 px.*4,096/);
  expect(refuseSize(70 * 1024 * 1024, 'video')).toBeNull();
  expect(refuseSize(5 * 1024 ** 3, 'video')?.message).toMatch(/5,120 MB. A video may have at most 4,096 MB/);
});

test.each([
  [4_000, 4],
  [4_050, 4],
  [4_099, 4],
  [4_100, 5],
  [400, 1],
])('a video of %d ms costs %d seconds: less than a displayed tenth is not charged', (durationMs, seconds) => {
  expect(paidSeconds(durationMs)).toBe(seconds);
});

test('a GIF lasts at most 15 seconds', () => {
  expect(refuseDuration(15_000, 'gif')).toBeNull();
  expect(refuseDuration(15_040, 'gif')).toMatchObject({ error: 'too_long', message: expect.stringMatching(/15 s/) });
  expect(refuseDuration(3_600_000, 'video')).toBeNull();
});

test('an extension promises a kind, or none of ours', () => {
  expect(['JPG', 'webp', 'gif', 'mov', 'MKV', 'pdf', ''].map(kindOfType)).toEqual([
    'photo',
    'photo',
    'gif',
    'video',
    'video',
    null,
    null,
  ]);
  expect(refuseMediaType('wmv')).toBeNull();
  expect(refuseMediaType('')?.message).toContain('not a picture or video');
});
