import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { gifDuration } from './gif-duration';
import { createRateMeter } from './upload-rate';

test('a GIF lasts as long as the delays of its pictures', () => {
  const gif = readFileSync('public/samples/clips/turn.gif');
  const ms = gifDuration(gif)!;
  expect(ms).toBeGreaterThan(1_800);
  expect(ms).toBeLessThan(2_200);
  // A truncated file is as long as its remaining frames.
  expect(gifDuration(gif.subarray(0, gif.length / 2))).toBeLessThan(ms);
  expect(gifDuration(readFileSync('public/samples/thumbs/turn.webp'))).toBeNull();
});

test('speed is that of the last seconds; a pause does not slow it down', () => {
  const pace = createRateMeter(100_000);
  expect(pace(0, 0)).toEqual({ bytesPerSecond: null, secondsLeft: null });
  expect(pace(10_000, 1_000)).toEqual({ bytesPerSecond: 10_000, secondsLeft: 9 });
  expect(pace(10_000, 60_000)).toEqual({ bytesPerSecond: null, secondsLeft: null });
  expect(pace(30_000, 61_000)).toEqual({ bytesPerSecond: 20_000, secondsLeft: 3.5 });
});
