import { randomUUID } from 'node:crypto';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { yuv420Bytes } from '#engine/ffmpeg/yuv-frame';
import type { Bindings, OnProgress, SwapSource } from '#engine/types';
import type { Clip } from '#engine/video/clip/clip';
import { assertDiskSpace, estimateEncodedBytes } from '#engine/media/disk-space';
import { Journal } from '#engine/video/segments/journal';
import type { RenderSpec } from '#engine/video/paint/paint-frame';
import { expectedFrames, progressReporter } from '#engine/video/clip/report-progress';
import { SegmentWriter } from '#engine/video/segments/segment-writer';
import { framesBehind, TrackerFollower } from './follow-tracker';
import type { ClipContext, ClipSwapRequest } from './swap-clip';
import {
  trackClip,
  trackInPool,
  trackingSize,
  type ClipTracks,
  type TrackOptions,
} from '#engine/video/track/track-clip';
import { TrailingPainter } from './trailing-painter';
import type { OpenWorkFolder } from '#engine/video/segments/work-folder';

/** Grouping takes time in proportion to the frames, and a wrong guess costs all of them. */
const MAX_FRAMES = 2000;
const MAX_HELD_BYTES = 80e6;
/** Percent. */
const PROGRESS = { tracked: 20, painted: 98 };
/** Below, the tracker itself is the bottleneck and its nets need threads. */
const THREADS_FOR_PAINTING = 2;

/** Work that may be resumed tracks first: its frames depend on the whole clip. */
export function canPaintWhileTracking(clip: Clip, { work }: Pick<ClipSwapRequest, 'work'>, threads: number): boolean {
  if (clip.media.kind !== 'video' || work || expectedFrames(clip) > MAX_FRAMES) return false;
  const isFullSize = trackingSize(clip).width === clip.width;
  return isFullSize && framesBehind(clip.fps, threads) * yuv420Bytes(clip.width, clip.height) <= MAX_HELD_BYTES;
}

/**
 * Decodes once: each frame is painted some frames after it was tracked.
 * @returns no journal if the end of the clip changed what was painted: paint again with the tracks
 */
export async function paintWhileTracking(
  { faces, renderPool, createNetPool }: ClipContext,
  clip: Clip,
  info: VideoInfo,
  request: ClipSwapRequest,
  { folder }: OpenWorkFolder,
  watermark: RenderSpec['watermark'],
): Promise<{ tracks: ClipTracks; journal?: Journal }> {
  const { signal } = request;
  const total = expectedFrames(clip);
  await assertDiskSpace(folder, 2 * estimateEncodedBytes(total, info));
  const journal = await Journal.open(folder, randomUUID());
  const spec = { sources: sourcesOf(request.bindings), watermark };
  const painter = new TrailingPainter(
    renderPool.start(spec, undefined, painters(request.bindings, renderPool.threadCount)),
    spec,
    new SegmentWriter(info, [{ start: 0, end: Infinity }], journal, signal),
    progressReporter('swapping', [PROGRESS.tracked, PROGRESS.painted], total, request),
  );
  const hold = framesBehind(clip.fps, renderPool.threadCount);
  const follower = new TrackerFollower(painter, clip.fps, hold);
  const onTracked = progressReporter('detecting', [1, PROGRESS.tracked], total, request);
  const options: TrackOptions = {
    signal,
    hold,
    onFrame: (done) => painter.paintedCount === 0 && onTracked(done),
    follow: (frame, index, facesSoFar) => follower.follow(frame, index, facesSoFar),
  };
  try {
    const tracks = await (renderPool.threadCount > THREADS_FOR_PAINTING
      ? trackInPool(createNetPool(), clip, options)
      : trackClip(faces, clip, options));
    return (await follower.finish(tracks)) ? { tracks, journal } : { tracks };
  } finally {
    await painter.stop();
  }
}

/** A thread can paint one face as fast as tracker, decoder and encoder, which need the other core, handle a frame. */
const painters = (bindings: Bindings, threads: number): number =>
  Object.keys(bindings).length === 1 ? Math.max(1, threads - 1) : threads;

/** By person. Sparse: keys are compared with the persons only when all of them are known. */
function sourcesOf(bindings: Bindings): RenderSpec['sources'] {
  const sources: (SwapSource | undefined)[] = [];
  for (const [key, { prepared }] of Object.entries(bindings)) sources[Number(key.slice(1)) - 1] = prepared;
  return sources;
}

/** Painting again starts at an earlier percentage. */
export function neverBackwards(request: ClipSwapRequest): ClipSwapRequest {
  let highest = 0;
  const onProgress: OnProgress = (stage, percent) => {
    highest = Math.max(highest, percent);
    request.onProgress?.(stage, highest);
  };
  return { ...request, onProgress };
}
