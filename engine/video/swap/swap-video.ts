import { rm } from 'node:fs/promises';
import path from 'node:path';
import { throwIfAborted } from '#engine/errors';
import { labelTags } from '#engine/ffmpeg/export-arguments';
import { toEncodingError } from '#engine/ffmpeg/ffmpeg-process';
import { joinSegments } from '#engine/ffmpeg/join-segments';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { TRACKING_PERCENT } from '#engine/video/track/find-tracks';
import { clipFingerprint } from '#engine/video/clip/fingerprint';
import { renderFingerprint } from '#engine/video/segments/render-fingerprint';
import { Journal } from '#engine/video/segments/journal';
import { progressReporter } from '#engine/video/clip/report-progress';
import { paintSegments } from './paint-segments';
import { planSegments, type SegmentPlan } from '#engine/video/segments/plan-segments';
import { assertDiskSpace, estimateEncodedBytes } from '#engine/media/disk-space';
import { withPartialFile } from '#engine/media/write-picture';
import type { RenderPlan } from '#engine/video/paint/render-plan';
import { MIN_SHARED_SEGMENTS, type SegmentSharing } from '#engine/video/segments/segment-sharing';
import { SegmentWriter } from '#engine/video/segments/segment-writer';
import { writeSpec } from '#engine/video/segments/spec-file';
import type { ClipContext, ClipSwapRequest } from './swap-clip';
import type { OpenWorkFolder } from '#engine/video/segments/work-folder';

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
  const { segmentMs, folder } = workFolder;
  const part = await clipFingerprint(info.file, plan.clip.trim);
  const fingerprint = renderFingerprint(part, plan.spec, segmentMs);
  const journal = await Journal.open(folder, fingerprint, ['tracks']);
  const { times } = plan.tracks;
  const frames = times.length - 1;
  await assertDiskSpace(folder, 2 * estimateEncodedBytes(frames - journal.frames, info));
  const plans = planSegments(times, segmentMs);
  const sharing = await offerSegments(workFolder, plan, fingerprint, plans, journal.segments.length);
  const segments = new SegmentWriter(info, plans, journal, request.signal);
  const report = progressReporter('swapping', [TRACKING_PERCENT, 98], frames, request, journal.frames);
  try {
    await paintSegments(context, plan, request, { journal, plans, segments, report, sharing });
  } finally {
    await segments.dispose();
  }
  return journal;
}

/** Undefined if too few are left. */
async function offerSegments(
  { sharing, pathOf }: OpenWorkFolder,
  { clip, spec }: RenderPlan,
  fingerprint: string,
  plans: readonly SegmentPlan[],
  first: number,
): Promise<SegmentSharing | undefined> {
  if (!sharing || plans.length - first < MIN_SHARED_SEGMENTS) return undefined;
  const files = { tracks: pathOf('tracks'), spec: pathOf('spec') };
  await writeSpec(files.spec, clip.trim, spec);
  await sharing.offer({ fingerprint, segments: plans, first, ...files });
  await rm(files.spec, { force: true });
  return sharing;
}

/** @param journal with all segments */
export async function writeResult(
  info: VideoInfo,
  { clip, tracks, swapper }: Pick<RenderPlan, 'clip' | 'tracks' | 'swapper'>,
  request: Pick<ClipSwapRequest, 'out' | 'signal' | 'onProgress'>,
  journal: Journal,
): Promise<void> {
  const { out, signal, onProgress } = request;
  onProgress?.('writing', 98);
  const tags = labelTags(swapper.sourceType);
  const { segments } = journal;
  const { trim } = clip;
  const endMs = tracks.times[tracks.times.length - 1];
  const list = journal.pathOf('segments.txt');
  await withPartialFile(out, async (partial) => {
    await assertDiskSpace(path.dirname(partial), journal.bytes);
    await joinSegments(info, { segments, clock: segments[0].clock, list, out: partial, trim, endMs, tags, signal });
    throwIfAborted(signal);
  }).catch((error: unknown) => {
    throw toEncodingError(error);
  });
}
