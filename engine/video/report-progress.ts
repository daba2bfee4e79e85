import type { OnFrames, OnProgress, Stage } from '#engine/types';
import type { Footage } from './clip';

interface Listeners {
  onProgress?: OnProgress;
  onFrames?: OnFrames;
}

/** Percent of the whole work at which a stage begins and ends. */
type Span = readonly [from: number, to: number];

/**
 * Reports each frame of a stage, with the time left at its pace so far.
 * @param before frames that were done before it began
 */
export function pace(stage: Stage, [from, to]: Span, total: number, { onProgress, onFrames }: Listeners, before = 0) {
  const started = performance.now();
  return (done: number): void => {
    const framesTotal = Math.max(total, done);
    const msLeft = ((performance.now() - started) / (done - before)) * (framesTotal - done);
    onProgress?.(stage, from + ((to - from) * done) / framesTotal);
    onFrames?.({ stage, framesDone: done, framesTotal, msLeft });
  };
}

/** How many frames there will be, as far as the file says. */
export function expectedFrames({ durationMs, fps }: Footage): number {
  return Math.max(1, Math.round((durationMs / 1000) * fps));
}
