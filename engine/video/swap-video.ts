import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { throwIfAborted } from '#engine/errors';
import { VIDEO_TAG } from '#engine/label/xmp';
import { inParallel } from '#engine/threads/in-parallel';
import { toEncodingError } from '#engine/ffmpeg/ffmpeg-process';
import { joinSegments } from '#engine/ffmpeg/join-segments';
import type { Yuv420Frame } from '#engine/ffmpeg/yuv-frame';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { TRACKING_PERCENT } from './find-tracks';
import { clipFingerprint, renderFingerprint } from './fingerprint';
import type { ClipFrame } from './clip';
import { framesFrom } from './frames-from';
import { Journal } from './journal';
import { progressReporter } from './report-progress';
import { planSegments } from './plan-segments';
import { assertDiskSpace, estimateEncodedBytes } from '#engine/media/disk-space';
import { facesIn, type RenderPlan } from './render-plan';
import { SegmentWriter } from './segment-writer';
import type { ClipContext, ClipSwapRequest } from './swap-clip';
import type { OpenWorkFolder } from './work-folder';

const FRAMES_PER_THREAD = 2;
/** Frames that wait for a net keep no thread busy. */
const FRAMES_PER_THREAD_OF_NETS = 4;

export async function swapVideo(
  context: ClipContext,
  info: VideoInfo,
  plan: RenderPlan,
  request: ClipSwapRequest,
  workFolder: OpenWorkFolder,
): Promise<void> {
  await writeResult(info, plan, request, await paintVideo(context, info, plan, request, workFolder));
}

async function paintVideo(
  context: ClipContext,
  info: VideoInfo,
  plan: RenderPlan,
  request: ClipSwapRequest,
  workFolder: OpenWorkFolder,
): Promise<Journal> {
  const { segmentMs } = workFolder;
  const fingerprint = await clipFingerprint(info.file, plan.clip.trim);
  const journal = await Journal.open(workFolder.folder, renderFingerprint(fingerprint, plan.spec, segmentMs), [
    'tracks',
  ]);
  const { times } = plan.tracks;
  await assertDiskSpace(workFolder.folder, 2 * estimateEncodedBytes(times.length - 1 - journal.frames, info));
  const segments = new SegmentWriter(info, planSegments(times, segmentMs), journal, request.signal);
  try {
    if (journal.frames < times.length - 1) await renderFrames(context, plan, request, segments, journal.frames);
    await segments.finish();
  } finally {
    await segments.dispose();
  }
  return journal;
}

async function renderFrames(
  { renderPool, neural }: ClipContext,
  { clip, tracks, spec }: RenderPlan,
  request: ClipSwapRequest,
  segments: SegmentWriter,
  first: number,
): Promise<void> {
  const { signal } = request;
  const onFrame = progressReporter('swapping', [TRACKING_PERCENT, 98], tracks.times.length - 1, request, first);
  const job = renderPool.start(spec, spec.recipe && neural ? () => neural.connect() : undefined);
  const concurrency = (spec.recipe ? FRAMES_PER_THREAD_OF_NETS : FRAMES_PER_THREAD) * renderPool.threadCount;
  const hold = concurrency + 2; // in flight, being written, and being read
  const frames = framesFrom(clip, tracks.times, first, { signal, hold });
  let frame = first;
  // Overlaps with reading and painting the next frame.
  let writing: Promise<void> | undefined;
  try {
    const paintOne = ({ pixels }: ClipFrame, index: number) =>
      job.paint(pixels as Yuv420Frame, facesIn(tracks, first + index));
    for await (const { pixels, ticks, clock } of inParallel(frames, concurrency, paintOne)) {
      throwIfAborted(signal);
      await writing;
      writing = segments.write(pixels as Yuv420Frame, frame, ticks, clock);
      writing.catch(() => {}); // awaited before the next write
      onFrame(++frame);
    }
    await writing;
  } finally {
    job.end();
  }
}

/** @param journal with all segments */
export async function writeResult(
  info: VideoInfo,
  { clip, swapper }: Pick<RenderPlan, 'clip' | 'swapper'>,
  request: Pick<ClipSwapRequest, 'out' | 'signal' | 'onProgress'>,
  journal: Journal,
): Promise<void> {
  const { out, signal, onProgress } = request;
  onProgress?.('writing', 98);
  const folder = path.resolve(path.dirname(out));
  const partial = path.join(folder, `.${path.basename(out)}.${randomUUID()}.fingerprint`);
  const tags = { comment: 'AI modified', [VIDEO_TAG]: swapper.sourceType };
  const { segments } = journal;
  const { trim } = clip;
  const list = journal.pathOf('segments.txt');
  try {
    await assertDiskSpace(folder, journal.bytes);
    await joinSegments(info, { segments, clock: segments[0].clock, list, out: partial, trim, tags, signal });
    throwIfAborted(signal);
    await rename(partial, out).catch((error: unknown) => {
      throw toEncodingError(error);
    });
  } finally {
    await rm(partial, { force: true });
  }
}
