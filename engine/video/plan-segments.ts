/** Frames that are encoded together, from `start` up to but not including `end`. */
export interface SegmentPlan {
  readonly start: number;
  readonly end: number;
}

/** Frames by which the encoder decodes ahead of showing. */
const REORDERED = 2;

/**
 * Cuts a video into segments of about a length. In each the order of decoding begins a few frames before the first is
 * shown, so a cut lies only where that is later than the order before it ended: not where frames suddenly become rare.
 * @param times when each frame is shown and the end of the last, milliseconds
 */
export function planSegments(times: readonly number[], segmentMs: number): SegmentPlan[] {
  const frames = times.length - 1;
  const plans: SegmentPlan[] = [];
  let start = 0;
  for (let frame = 1; frame < frames; frame++) {
    const longEnough = times[frame] - times[start] >= segmentMs && frame - start > 2 * REORDERED;
    const enoughLeft = times[frames] - times[frame] >= segmentMs / 2 && frames - frame > 2 * REORDERED;
    if (!longEnough || !enoughLeft || !mayCut(times, frame)) continue;
    plans.push({ start, end: frame });
    start = frame;
  }
  return [...plans, { start, end: Infinity }];
}

function mayCut(times: readonly number[], frame: number): boolean {
  const ahead = times[frame + REORDERED] - times[frame];
  const behind = times[frame] - times[frame - 1 - REORDERED];
  return ahead < 0.95 * behind;
}
