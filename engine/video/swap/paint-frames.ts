import { throwIfAborted } from '#engine/errors';
import { inParallel } from '#engine/threads/in-parallel';
import type { Yuv420Frame } from '#engine/ffmpeg/yuv-frame';
import type { Clip, ClipFrame, FrameOptions } from '#engine/video/clip/clip';
import { framesFrom } from '#engine/video/clip/frames-from';
import { facesIn, type RenderPlan } from '#engine/video/paint/render-plan';
import type { SegmentWriter } from '#engine/video/segments/segment-writer';
import type { ClipContext } from './swap-clip';

const FRAMES_PER_THREAD = 2;
/** Frames that wait for a net keep no thread busy. */
const FRAMES_PER_THREAD_OF_NETS = 4;

interface PaintOptions {
  signal?: AbortSignal;
  /** Called with the number of frames written since the start of the clip. */
  onFrame?: (done: number) => void;
  /** Called before each frame; frames end with the first `false`. */
  isWanted?: (frame: number) => boolean | Promise<boolean>;
}

/** From the frame `first` on. */
export async function paintFrames(
  { renderPool, neural }: Pick<ClipContext, 'renderPool' | 'neural'>,
  { clip, tracks, spec }: Pick<RenderPlan, 'clip' | 'tracks' | 'spec'>,
  first: number,
  segments: SegmentWriter,
  { signal, onFrame, isWanted = () => true }: PaintOptions,
): Promise<void> {
  const job = renderPool.start(spec, spec.recipe && neural ? () => neural.connect() : undefined);
  const concurrency = (spec.recipe ? FRAMES_PER_THREAD_OF_NETS : FRAMES_PER_THREAD) * renderPool.threadCount;
  const hold = concurrency + 2; // in flight, being written, and being read
  const frames = wantedFrames(clip, tracks.times, first, { signal, hold }, isWanted);
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
      frame += 1;
      onFrame?.(frame);
    }
    await writing;
  } finally {
    job.end();
    // `segments.dispose` does not know an encoder that is just starting.
    await writing?.catch(() => {});
  }
}

async function* wantedFrames(
  clip: Clip,
  times: readonly number[],
  first: number,
  options: FrameOptions,
  isWanted: NonNullable<PaintOptions['isWanted']>,
): AsyncGenerator<ClipFrame> {
  let frame = first;
  for await (const read of framesFrom(clip, times, first, options)) {
    if (!(await isWanted(frame++))) return;
    yield read;
  }
}
