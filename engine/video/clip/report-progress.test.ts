import { expect, test } from 'vitest';
import type { FrameProgress } from '#engine/types';
import { progressReporter } from './report-progress';

test('frames are reported as soon as their rate is known', () => {
  const seen: FrameProgress[] = [];
  const percents: number[] = [];
  const listeners = {
    onFrames: (progress: FrameProgress) => void seen.push(progress),
    onProgress: (_stage: string, percent: number) => void percents.push(percent),
  };
  const report = progressReporter('swapping', [0, 100], 40, listeners, 10);
  for (const done of [10, 11]) report(done);
  expect(percents).toEqual([25, 27.5]);
  expect(seen.map(({ framesDone }) => framesDone)).toEqual([11]);
  expect(seen.every(({ msLeft }) => Number.isFinite(msLeft))).toBe(true);
});
