import type { FaceNetPool, FaceNets } from '#engine/analyse/face-net-pool';
import { FaceTracks } from '#engine/tracking/face-tracks';
import { groupTracklets, type TrackedPerson } from '#engine/tracking/people';
import { FRAMES_HELD, Tracker } from '#engine/tracking/tracker';
import type { Clip } from './clip';

/** Faces too small to detect at this size are too small to swap. */
const LONGEST_SIDE = 1280;

export interface TrackOptions {
  signal?: AbortSignal;
  onFrame?: (done: number) => void;
}

export interface ClipTracks {
  readonly faces: FaceTracks;
  /** Clip pixels per tracking pixel. */
  readonly scale: number;
  /** Start of each frame and end of the last, milliseconds. */
  readonly times: readonly number[];
}

export interface TrackingResult extends ClipTracks {
  readonly people: readonly TrackedPerson[];
}

export async function trackInPool(finder: FaceNetPool, clip: Clip, options: TrackOptions): Promise<TrackingResult> {
  try {
    return await trackClip(finder, clip, options);
  } finally {
    await finder.close();
  }
}

export async function trackClip(finder: FaceNets, clip: Clip, options: TrackOptions = {}): Promise<TrackingResult> {
  const { signal, onFrame } = options;
  const size = trackingSize(clip);
  const tracker = new Tracker(finder, clip.fps);
  const times: number[] = [];
  for await (const { pixels, ticks, clock } of clip.frames({ signal, size, hold: FRAMES_HELD })) {
    times.push((1000 * ticks * clock.num) / clock.den);
    await tracker.next(pixels, signal);
    onFrame?.(times.length);
  }
  times.push(endOf(clip, times[times.length - 1]));
  const tracklets = await tracker.finish();
  const people = groupTracklets(tracklets, clip.fps);
  return { people, faces: FaceTracks.from(people, tracklets, clip.fps), scale: clip.width / size.width, times };
}

/** Stated durations include audio. */
function endOf({ media, durationMs, fps }: Clip, lastMs: number): number {
  return media.kind === 'gif' ? durationMs : lastMs + 1000 / fps;
}

function trackingSize({ media, width, height }: Clip): { width: number; height: number } {
  const longest = Math.max(width, height);
  // Animations cannot be decoded at a smaller size.
  if (media.kind === 'gif' || longest <= LONGEST_SIDE) return { width, height };
  const shrink = LONGEST_SIDE / longest;
  const even = (side: number) => 2 * Math.round((side * shrink) / 2);
  return { width: even(width), height: even(height) };
}
