import { randomUUID } from 'node:crypto';
import { EngineError } from '#engine/errors';
import type { WorkOptions } from '#engine/photo/context';
import { clipFingerprint } from '#engine/video/clip/fingerprint';
import { clipOf, type ClipMedia } from '#engine/video/clip/clip';
import { Journal, type Segment } from '#engine/video/segments/journal';
import { paintFrames } from './paint-frames';
import type { SegmentPlan } from '#engine/video/segments/plan-segments';
import { SegmentWriter } from '#engine/video/segments/segment-writer';
import { readSpec } from '#engine/video/segments/spec-file';
import type { ClipContext } from './swap-clip';
import { readTracks } from '#engine/video/track/tracks-file';

export interface SegmentRequest extends WorkOptions {
  /** Files of an offer. */
  tracks: string;
  spec: string;
  segment: SegmentPlan;
  /** For the result; emptied first. */
  folder: string;
}

/**
 * One segment of a swap that another process owns: the same frames as there.
 * @returns with a file in the folder
 * @throws EngineError `internal` if the offer is of other media or another version
 */
export async function renderSegment(context: ClipContext, media: ClipMedia, request: SegmentRequest): Promise<Segment> {
  const { segment, folder, signal } = request;
  const stored = await readSpec(request.spec);
  if (media.kind !== 'video' || !stored) throw otherWork();
  const { trim, spec } = stored;
  const tracks = await readTracks(request.tracks, await clipFingerprint(media.info.file, trim));
  if (!tracks || (spec.recipe && !context.neural)) throw otherWork();
  const journal = await Journal.open(folder, randomUUID());
  const segments = new SegmentWriter(media.info, [segment], journal, signal);
  try {
    const plan = { clip: clipOf(media, trim), tracks, spec };
    await paintFrames(context, plan, segment.start, segments, { signal, isWanted: (frame) => frame < segment.end });
    await segments.finish();
  } finally {
    await segments.dispose();
  }
  return journal.segments[0]!;
}

const otherWork = () => new EngineError('internal', 'This segment belongs to other media or another version.');
