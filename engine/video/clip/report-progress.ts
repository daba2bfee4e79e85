import type { OnFrames, OnProgress, Stage } from '#engine/types';
import type { Clip } from './clip';

interface Listeners {
  onProgress?: OnProgress;
  onFrames?: OnFrames;
}

type PercentRange = readonly [from: number, to: number];

/** @param before frames of an earlier run */
export function progressReporter(
  stage: Stage,
  [from, to]: PercentRange,
  total: number,
  { onProgress, onFrames }: Listeners,
  before = 0,
) {
  const started = performance.now();
  return (done: number): void => {
    const framesTotal = Math.max(total, done);
    onProgress?.(stage, from + ((to - from) * done) / framesTotal);
    if (done <= before) return; // no rate yet
    const msLeft = ((performance.now() - started) / (done - before)) * (framesTotal - done);
    onFrames?.({ stage, framesDone: done, framesTotal, msLeft });
  };
}

export function expectedFrames({ durationMs, fps }: Clip): number {
  return Math.max(1, Math.round((durationMs / 1000) * fps));
}
