import { expect, test } from 'vitest';
import type { Clip } from '#engine/video/clip/clip';
import { trackingScale, trackingSize } from './track-clip';
import { scaleBox, scaleLandmarks } from './tracking-scale';

const clip = (width: number, height: number) => ({ media: { kind: 'video' }, width, height }) as Clip;

test.each([
  [1080, 2340],
  [1440, 3120],
  [1920, 1080],
])('tracks of %i × %i reach the corner of the clip', (width, height) => {
  const [size, scale] = [trackingSize(clip(width, height)), trackingScale(clip(width, height))];
  const [x, y] = scaleLandmarks(Float32Array.of(size.width, size.height, 0), scale);
  expect(x).toBeCloseTo(width, 3);
  expect(y).toBeCloseTo(height, 3);
  const box = scaleBox({ x: 0, y: 0, ...size }, scale);
  expect(box.width).toBeCloseTo(width, 3);
  expect(box.height).toBeCloseTo(height, 3);
});
