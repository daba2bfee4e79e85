import type { Image } from '#engine/types';
import { meanChange, type Bounds } from './change';

export interface Shot {
  readonly original: Image;
  readonly result: Image;
  readonly bounds: Bounds;
}

/**
 * Percent between frames: 100 for a sudden face, 20 for a fade over five frames. Ignores the original's
 * changes.
 * @param shots undefined where the face is absent
 * @param isCut whether a frame starts a scene
 */
export function largestPop(shots: readonly (Shot | undefined)[], isCut: (frame: number) => boolean): number {
  const amounts = shots.map((shot) => shot && meanChange(shot.result, shot.original, shot.bounds));
  const whole = Math.max(0, ...amounts.map((amount) => amount ?? 0));
  if (whole < 1) return 0; // nothing painted
  const steps = amounts.map((now, frame) => {
    const before = amounts[frame - 1];
    return before === undefined || now === undefined || isCut(frame) ? 0 : Math.abs(now - before);
  });
  return (100 * Math.max(...steps)) / whole;
}
