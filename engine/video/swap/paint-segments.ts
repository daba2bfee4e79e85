import { rename } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { throwIfAborted } from '#engine/errors';
import type { Journal } from '#engine/video/segments/journal';
import { paintFrames } from './paint-frames';
import type { SegmentPlan } from '#engine/video/segments/plan-segments';
import type { RenderPlan } from '#engine/video/paint/render-plan';
import { SHARING_POLL_MS, type MadeSegment, type SegmentSharing } from '#engine/video/segments/segment-sharing';
import { segmentFile, type SegmentWriter } from '#engine/video/segments/segment-writer';
import type { ClipContext, ClipSwapRequest } from './swap-clip';

interface Work {
  journal: Journal;
  plans: readonly SegmentPlan[];
  segments: SegmentWriter;
  report: (framesDone: number) => void;
  sharing?: SegmentSharing;
}

/** Until the journal has all: paints those that no other process renders, and fetches the others. */
export async function paintSegments(
  context: ClipContext,
  plan: RenderPlan,
  { signal }: Pick<ClipSwapRequest, 'signal'>,
  { journal, plans, segments, report, sharing }: Work,
): Promise<void> {
  const frames = plan.tracks.times.length - 1;
  let most = journal.frames;
  const onFrame = (own: number) => {
    const done = own + (sharing?.framesElsewhere(journal.segments.length) ?? 0);
    most = Math.max(most, Math.min(done, frames));
    report(most);
  };
  const isOwn = async (segment: number) => !sharing || (await sharing.take(segment)).by === 'own';
  const startingAt = new Map(plans.map(({ start }, index) => [start, index]));
  const paint = async (first: number) => {
    const isWanted = (frame: number) => {
      const segment = frame === first ? undefined : startingAt.get(frame);
      return segment === undefined || isOwn(segment);
    };
    await paintFrames(context, plan, first, segments, { signal, onFrame, isWanted });
    await segments.finish();
  };
  while (journal.frames < frames) {
    throwIfAborted(signal);
    const next = journal.segments.length;
    const state = sharing ? await sharing.take(next) : ({ by: 'own' } as const);
    if (state.by === 'own') await paint(journal.frames);
    else if (state.by === 'elsewhere') {
      onFrame(journal.frames);
      await wait(SHARING_POLL_MS, undefined, { signal }).catch(() => throwIfAborted(signal));
    } else await addMade(journal, next, state.made, sharing!);
  }
}

async function addMade(journal: Journal, index: number, made: MadeSegment, sharing: SegmentSharing): Promise<void> {
  const file = segmentFile(index);
  const partial = journal.pathOf(`${file}.part`);
  if (!(await sharing.fetch(index, partial))) return;
  await rename(partial, journal.pathOf(file));
  await journal.add({ file, ...made });
}
