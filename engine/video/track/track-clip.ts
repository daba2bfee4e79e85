import type { FaceNetPool, FaceNets } from '#engine/analyse/face-net-pool';
import { endOfPicture, NOTICED_MS } from '#engine/ffmpeg/held-frames';
import { FaceTracks } from '#engine/tracking/face-tracks';
import { groupTracklets, type TrackedPerson } from '#engine/tracking/people';
import { FRAMES_HELD, Tracker } from '#engine/tracking/tracker';
import type { Tracklet } from '#engine/tracking/tracklet';
import type { Clip, ClipFrame } from '#engine/video/clip/clip';
import type { TrackingScale } from './tracking-scale';

/** Faces too small to detect at this size are too small to swap. */
const LONGEST_SIDE = 1280;

export interface TrackOptions {
  signal?: AbortSignal;
  onFrame?: (done: number) => void;
  /** Frames that stay valid; at least those that the tracker reads. */
  hold?: number;
  /** Called with each tracked frame. `facesSoFar` costs time in proportion to the frames. */
  follow?: (frame: ClipFrame, index: number, facesSoFar: () => FaceTracks) => Promise<void>;
}

export interface ClipTracks {
  readonly faces: FaceTracks;
  readonly scale: TrackingScale;
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
  const { signal, onFrame, hold = FRAMES_HELD, follow } = options;
  const size = trackingSize(clip);
  const tracker = new Tracker(finder, clip.fps);
  const times: number[] = [];
  for await (const frame of clip.frames({ signal, size, hold })) {
    times.push((1000 * frame.ticks * frame.clock.num) / frame.clock.den);
    await tracker.next(frame.pixels, signal);
    onFrame?.(times.length);
    await follow?.(frame, times.length - 1, () => grouped(tracker.tracklets, clip).faces);
  }
  times.push(await endOf(clip, times[times.length - 1], signal));
  return { ...grouped(await tracker.finish(), clip), scale: trackingScale(clip), times };
}

function grouped(tracklets: readonly Tracklet[], { fps }: Clip) {
  const people = groupTracklets(tracklets, fps);
  return { people, faces: FaceTracks.from(people, tracklets, fps) };
}

/** Stated durations include audio. */
async function endOf({ media, durationMs, fps, trim }: Clip, lastMs: number, signal?: AbortSignal): Promise<number> {
  if (media.kind === 'gif') return durationMs;
  const { info } = media;
  const usualMs = lastMs + 1000 / fps;
  if (!info.isVariableRate && durationMs - usualMs < NOTICED_MS) return usualMs;
  const { fromMs = 0 } = trim;
  const endMs = ((await endOfPicture(info, fromMs + lastMs, fromMs + durationMs, signal)) ?? 0) - fromMs;
  return endMs > lastMs ? endMs : usualMs;
}

export function trackingSize({ media, width, height }: Clip): { width: number; height: number } {
  const longest = Math.max(width, height);
  // Animations cannot be decoded at a smaller size.
  if (media.kind === 'gif' || longest <= LONGEST_SIDE) return { width, height };
  const shrink = LONGEST_SIDE / longest;
  const even = (side: number) => 2 * Math.round((side * shrink) / 2);
  return { width: even(width), height: even(height) };
}

export function trackingScale(clip: Clip): TrackingScale {
  const { width, height } = trackingSize(clip);
  return { x: clip.width / width, y: clip.height / height };
}
