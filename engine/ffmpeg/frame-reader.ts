import { EngineError } from '#engine/errors';
import type { Image } from '#engine/types';
import { everyFrameOnce, inputForFrames, matrixShown, rawFrames, toPlanes, toRgb, type Trim } from './arguments';
import { thisMachine } from '#engine/decoder/machine';
import { FfmpegChild, type ChildOptions } from './ffmpeg-process';
import { FramePipe } from './frame-pipe';
import { FrameTimes } from './frame-times';
import { damagedVideo } from './ffprobe';
import { planesBytes, type Planes } from './yuv-frame';
import type { VideoInfo } from './probe';
import type { Rational } from './rational';

/** A frame and when it is shown. */
interface Timed {
  /** Ticks of the clock since the start of the trimmed part. */
  readonly ticks: number;
  /** Seconds per tick; the same for all frames. */
  readonly clock: Rational;
}

/** Its pixels hold until the next but one is asked for. */
export interface VideoFrame extends Timed {
  readonly image: Image;
}

/** Its pixels hold until `hold` more are asked for; threads may share them. */
export interface PlanesFrame extends Timed {
  readonly planes: Planes;
}

interface ReadOptions extends Pick<ChildOptions, 'signal' | 'stallMs'> {
  trim?: Trim;
  /** Pixels of the frames; the displayed size unless told otherwise. */
  size?: { width: number; height: number };
  /** Leave out what is shown earlier than so many milliseconds into the trimmed part; times count as if it were there. */
  afterMs?: number;
  /** End after so many frames. */
  count?: number;
}

/** What is decoded of the trimmed part. */
function decodedPart({ trim = {}, afterMs = 0 }: ReadOptions): Trim {
  return afterMs > 0 ? { ...trim, fromMs: (trim.fromMs ?? 0) + afterMs } : trim;
}

/**
 * Decodes a video frame by frame into RGB, one frame ahead of who works on them. At most three are in memory; leaving
 * the loop ends ffmpeg.
 * @throws EngineError `damaged_media` when there is no frame to be had or ffmpeg gives up, `aborted`
 */
export async function* readFrames(info: VideoInfo, options: ReadOptions = {}): AsyncGenerator<VideoFrame> {
  const { size: { width, height } = info } = options;
  const filters = toRgb(info, decodedPart(options), { width, height }, (await thisMachine()).features);
  for await (const { data, ...timed } of oneAhead(decode(info, filters, buffers(3, 3 * width * height), options)))
    yield { image: { width, height, data }, ...timed };
}

/** The same as its codec has them, each in one of a few buffers that are used in turn. */
export async function* readPlanes(
  info: VideoInfo,
  { hold = 2, ...options }: ReadOptions & { hold?: number } = {},
): AsyncGenerator<PlanesFrame> {
  const { size: { width, height } = info } = options;
  const filters = toPlanes(info, decodedPart(options), { width, height }, (await thisMachine()).features);
  const matrix = matrixShown(info);
  const ring = buffers(hold + 1, planesBytes(width, height));
  for await (const { data, ...timed } of oneAhead(decode(info, filters, ring, options)))
    yield { planes: { width, height, matrix, data }, ...timed };
}

const buffers = (count: number, bytes: number) =>
  Array.from({ length: count }, () => new Uint8Array(new SharedArrayBuffer(bytes)));

/** Asks for the next item before the last one is done with. */
async function* oneAhead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = items.next();
      next.catch(() => {}); // whoever comes for it will hear of it
      yield value;
    }
  } finally {
    await items.return(undefined).catch(() => {}); // the loop was left: how the rest would have ended is no matter
  }
}

async function* decode(
  info: VideoInfo,
  filters: string,
  ring: Uint8Array[],
  options: ReadOptions,
): AsyncGenerator<Timed & { data: Uint8Array }> {
  const { trim = {}, count = Infinity, signal, stallMs } = options;
  const times = new FrameTimes(info.frameRate, trim.fromMs);
  const args = [
    ...inputForFrames(info, decodedPart(options)),
    ...['-map', `0:${info.track}`, '-an', '-sn', '-dn', '-vf', filters],
    ...everyFrameOnce((await thisMachine()).features),
    ...rawFrames,
  ];
  const pipe = await FramePipe.open(ring);
  let child: FfmpegChild | undefined;
  try {
    const work = { kind: 'frames', args, reads: [info.file], maxPixels: info.maxPixels } as const;
    child = await FfmpegChild.start(work, 'info', { signal, stallMs, onLine: times.hear, into: pipe.far });
    let frames = 0;
    for (let data = await child.watched(pipe.next()); data; data = await child.watched(pipe.next())) {
      yield { data, ticks: await child.watched(times.next()), clock: times.clock };
      if (++frames === count) return;
    }
    await child.end();
    if (frames === 0) throw trim.fromMs ? emptyInterval(trim) : damagedVideo();
  } catch (error) {
    throw error instanceof EngineError ? error : damagedVideo(error);
  } finally {
    pipe.close();
    await child?.dispose();
  }
}

function emptyInterval({ fromMs = 0, toMs = Infinity }: Trim): EngineError {
  return new EngineError(
    'bad_interval',
    `Nothing is shown from ${fromMs} ms to ${toMs === Infinity ? 'the end' : `${toMs} ms`}. Choose an interval inside the video.`,
    { details: { fromMs, toMs } },
  );
}
