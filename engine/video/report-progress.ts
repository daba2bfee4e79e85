import type { OnFrames, OnProgress, Stage } from '#engine/types';
import type { Clip } from './clip';

interface Listeners {
  onProgress?: OnProgress;
  onFrames?: OnFrames;
}

/** Percent at the start and the end of a stage. */
type PercentRange = readonly [from: number, to: number];

/** @param before frames done in an earlier run */
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
    const msLeft = ((performance.now() - started) / (done - before)) * (framesTotal - done);
    onProgress?.(stage, from + ((to - from) * done) / framesTotal);
    onFrames?.({ stage, framesDone: done, framesTotal, msLeft });
  };
}

/** As stated by the file. */
export function expectedFrames({ durationMs, fps }: Clip): number {
  return Math.max(1, Math.round((durationMs / 1000) * fps));
}
