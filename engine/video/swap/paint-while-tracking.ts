import { randomUUID } from 'node:crypto';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { yuv420Bytes } from '#engine/ffmpeg/yuv-frame';
import { fadeReach } from '#engine/tracking/opacity';
import { FRAMES_HELD, MAX_CHECK_INTERVAL } from '#engine/tracking/tracker';
import type { Bindings, OnProgress, SwapSource } from '#engine/types';
import type { Clip } from '#engine/video/clip/clip';
import { assertDiskSpace, estimateEncodedBytes } from '#engine/media/disk-space';
import { Journal } from '#engine/video/segments/journal';
import type { RenderSpec } from '#engine/video/paint/paint-frame';
import { expectedFrames, progressReporter } from '#engine/video/clip/report-progress';
import { SegmentWriter } from '#engine/video/segments/segment-writer';
import type { ClipContext, ClipSwapRequest } from './swap-clip';
import { trackClip, trackingSize, type ClipTracks } from '#engine/video/track/track-clip';
import { TrailingPainter } from './trailing-painter';
import type { OpenWorkFolder } from '#engine/video/segments/work-folder';

/** Faces so far are grouped again after as many frames. */
const BATCH = 4;
/** Grouping takes time in proportion to the frames, and a wrong guess costs all of them. */
const MAX_FRAMES = 2000;
const MAX_HELD_BYTES = 80e6;
const PROGRESS = { tracked: 20, painted: 98 };
/** Below, the tracker itself is the bottleneck and its nets need threads. */
const THREADS_FOR_PAINTING = 2;

/** The tracker changes nothing that lies further back: faces found late, the fading, and a failed check. */
const framesUndecided = (fps: number): number => FRAMES_HELD + 2 * fadeReach(fps) + MAX_CHECK_INTERVAL;

const framesHeld = ({ fps }: Clip, threads: number): number => framesUndecided(fps) + 2 * BATCH + 2 * threads;

/** Work that may be resumed tracks first: its frames depend on the whole clip. */
export function canPaintWhileTracking(clip: Clip, { work }: Pick<ClipSwapRequest, 'work'>, threads: number): boolean {
  if (clip.media.kind !== 'video' || work || expectedFrames(clip) > MAX_FRAMES) return false;
  const isFullSize = trackingSize(clip).width === clip.width;
  return isFullSize && framesHeld(clip, threads) * yuv420Bytes(clip.width, clip.height) <= MAX_HELD_BYTES;
}

/** A thread can paint one face as fast as tracker, decoder and encoder, which need the other core, handle a frame. */
const painters = (persons: number, threads: number): number => (persons === 1 ? Math.max(1, threads - 1) : threads);

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
  const spec = { sources: sourcesOf(request.bindings), watermark };
  await assertDiskSpace(folder, 2 * estimateEncodedBytes(total, info));
  const journal = await Journal.open(folder, randomUUID());
  const segments = new SegmentWriter(info, [{ start: 0, end: Infinity }], journal, signal);
  const onWritten = progressReporter('swapping', [PROGRESS.tracked, PROGRESS.painted], total, request);
  const job = renderPool.start(spec, undefined, painters(Object.keys(request.bindings).length, renderPool.threadCount));
  const painter = new TrailingPainter(job, spec, segments, onWritten);
  const onTracked = progressReporter('detecting', [1, PROGRESS.tracked], total, request);
  const pool = renderPool.threadCount > THREADS_FOR_PAINTING ? createNetPool() : undefined;
  const hold = framesHeld(clip, renderPool.threadCount);
  let nextComparison = 4 * framesUndecided(clip.fps);
  let isRight = true;
  try {
    const tracks = await trackClip(pool ?? faces, clip, {
      signal,
      hold,
      onFrame: (done) => painter.paintedCount === 0 && onTracked(done),
      follow: async (frame, index, facesSoFar) => {
        if (!isRight) return;
        painter.add(frame);
        const end = index + 1 - framesUndecided(clip.fps);
        if (end > 0 && index % BATCH === 0) {
          const found = facesSoFar();
          if (index > nextComparison) {
            isRight = painter.agrees(found);
            nextComparison *= 2;
          }
          if (!isRight) return painter.stop();
          painter.paintUntil(end, found);
        }
        await painter.written(index + 1 - hold);
      },
    });
    if (!isRight || !painter.agrees(tracks.faces)) return { tracks };
    painter.paintUntil(tracks.times.length - 1, tracks.faces);
    await painter.finish();
    return { tracks, journal };
  } finally {
    await painter.stop();
    await pool?.close();
  }
}

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
