/** `end` is exclusive. */
export interface SegmentPlan {
  readonly start: number;
  readonly end: number;
}

/** Frames by which the encoder reorders (B-frames). */
const REORDER_DEPTH = 2;

/**
 * Where the frame rate drops, decoding timestamps would overlap the previous segment's.
 * @param times start of each frame and end of the last, milliseconds
 */
export function planSegments(times: readonly number[], segmentMs: number): SegmentPlan[] {
  const frames = times.length - 1;
  const plans: SegmentPlan[] = [];
  let start = 0;
  for (let frame = 1; frame < frames; frame++) {
    const longEnough = times[frame] - times[start] >= segmentMs && frame - start > 2 * REORDER_DEPTH;
    const enoughLeft = times[frames] - times[frame] >= segmentMs / 2 && frames - frame > 2 * REORDER_DEPTH;
    if (!longEnough || !enoughLeft || !canCut(times, frame)) continue;
    plans.push({ start, end: frame });
    start = frame;
  }
  return [...plans, { start, end: Infinity }];
}

function canCut(times: readonly number[], frame: number): boolean {
  const ahead = times[frame + REORDER_DEPTH] - times[frame];
  const behind = times[frame] - times[frame - 1 - REORDER_DEPTH];
  return ahead < 0.95 * behind;
}
