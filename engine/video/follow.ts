import type { FinderThreads, Looker } from '#engine/analyse/face-net-pool';
import { Cast } from '#engine/tracking/face-tracks';
import { joinPeople, type TrackedPerson } from '#engine/tracking/people';
import { FRAMES_HELD, Tracker } from '#engine/tracking/tracker';
import type { Footage } from './clip';

/** Faces are followed in frames at most this large; what would be too small to find in them is too small to swap. */
const LONGEST_SIDE = 1280;

export interface FollowOptions {
  signal?: AbortSignal;
  /** Called after each frame. */
  onFrame?: (done: number) => void;
}

/** Whom footage shows, where and when: all that painting needs to know. */
export interface Tracks {
  readonly cast: Cast;
  /** Pixels of the footage per pixel of the frames the faces were followed in. */
  readonly scale: number;
  /** When each frame is shown, and the end of the last: milliseconds from the start of the part. */
  readonly times: readonly number[];
}

export interface Followed extends Tracks {
  readonly people: readonly TrackedPerson[];
}

/** Looks through all of it once, in threads that are there for that long. */
export async function followInThreads(
  finder: FinderThreads,
  footage: Footage,
  options: FollowOptions,
): Promise<Followed> {
  try {
    return await follow(finder, footage, options);
  } finally {
    await finder.close();
  }
}

/** Looks through all of it once. */
export async function follow(finder: Looker, footage: Footage, options: FollowOptions = {}): Promise<Followed> {
  const { signal, onFrame } = options;
  const size = followedSize(footage);
  const tracker = new Tracker(finder, footage.fps);
  const times: number[] = [];
  for await (const { picture, ticks, clock } of footage.frames({ signal, size, hold: FRAMES_HELD })) {
    times.push((1000 * ticks * clock.num) / clock.den);
    await tracker.see(picture, signal);
    onFrame?.(times.length);
  }
  times.push(endOf(footage, times[times.length - 1]));
  const tracklets = await tracker.finish();
  const people = joinPeople(tracklets, footage.fps);
  return { people, cast: Cast.of(people, tracklets, footage.fps), scale: footage.width / size.width, times };
}

/** What a video says of its length counts its sound as well. */
function endOf({ media, durationMs, fps }: Footage, lastMs: number): number {
  return media.kind === 'gif' ? durationMs : lastMs + 1000 / fps;
}

function followedSize({ media, width, height }: Footage): { width: number; height: number } {
  const longest = Math.max(width, height);
  // An animation is decoded as it is; it is small anyhow.
  if (media.kind === 'gif' || longest <= LONGEST_SIDE) return { width, height };
  const shrink = LONGEST_SIDE / longest;
  const even = (side: number) => 2 * Math.round((side * shrink) / 2);
  return { width: even(width), height: even(height) };
}
