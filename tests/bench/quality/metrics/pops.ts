import type { Image } from '#engine/types';
import { meanChange, type Bounds } from './change';

/** One face in one frame, before and after the swap. */
export interface Shot {
  readonly original: Image;
  readonly result: Image;
  readonly bounds: Bounds;
}

/**
 * The largest part of the new face that comes or goes from one frame to the next, percent: 100 for a face that appears
 * at once, 20 for one that fades in over five frames. What moves in the original too counts nothing.
 * @param shots frame by frame, undefined where the face is not in the picture
 * @param isCut whether the scene changes between a frame and the one before
 */
export function largestPop(shots: readonly (Shot | undefined)[], isCut: (frame: number) => boolean): number {
  const amounts = shots.map((shot) => shot && meanChange(shot.result, shot.original, shot.bounds));
  const whole = Math.max(0, ...amounts.map((amount) => amount ?? 0));
  if (whole < 1) return 0; // nothing was painted that could pop
  const steps = amounts.map((now, frame) => {
    const before = amounts[frame - 1];
    return before === undefined || now === undefined || isCut(frame) ? 0 : Math.abs(now - before);
  });
  return (100 * Math.max(...steps)) / whole;
}
