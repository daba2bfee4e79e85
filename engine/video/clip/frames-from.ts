import type { Clip, ClipFrame, FrameOptions } from './clip';

/**
 * Without seeking, decodes and drops earlier frames.
 * @param times start of each frame, milliseconds
 */
export async function* framesFrom(
  clip: Clip,
  times: readonly number[],
  first: number,
  options: FrameOptions,
): AsyncGenerator<ClipFrame> {
  if (first === 0) return yield* clip.frames(options);
  const afterMs = (times[first - 1] + times[first]) / 2;
  let isThere = false;
  for await (const frame of clip.frames({ ...options, afterMs })) {
    isThere ||= isShownAt(frame, times[first], times[first] - afterMs);
    if (!isThere) break;
    yield frame;
  }
  if (isThere) return;
  let index = 0;
  for await (const frame of clip.frames(options)) if (index++ >= first) yield frame;
}

function isShownAt({ ticks, clock }: ClipFrame, wantedMs: number, toleranceMs: number): boolean {
  return Math.abs((1000 * ticks * clock.num) / clock.den - wantedMs) < toleranceMs;
}
