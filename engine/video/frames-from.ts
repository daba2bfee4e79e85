import type { Footage, Frame, FrameOptions } from './clip';

/**
 * The frames of a video from one on. Decoding begins there if the file can be jumped into; else all before it are
 * decoded and passed over.
 * @param times when each frame is shown, milliseconds from the start of the part
 */
export async function* framesFrom(
  footage: Footage,
  times: readonly number[],
  first: number,
  options: FrameOptions,
): AsyncGenerator<Frame> {
  if (first === 0) return yield* footage.frames(options);
  const afterMs = (times[first - 1] + times[first]) / 2;
  let isThere = false;
  for await (const frame of footage.frames({ ...options, afterMs })) {
    isThere ||= isShownAt(frame, times[first], times[first] - afterMs);
    if (!isThere) break;
    yield frame;
  }
  if (isThere) return;
  let index = 0;
  for await (const frame of footage.frames(options)) if (index++ >= first) yield frame;
}

function isShownAt({ ticks, clock }: Frame, wantedMs: number, toleranceMs: number): boolean {
  return Math.abs((1000 * ticks * clock.num) / clock.den - wantedMs) < toleranceMs;
}
