import { EngineError } from '#engine/errors';
import type { Image } from '#engine/types';
import {
  decoderOptions,
  passthroughTiming,
  frameInput,
  rawOutput,
  yuvFilters,
  rgbFilters,
  type Trim,
} from './arguments';
import { outputMatrix } from './bt709';
import { installedDecoders } from '#engine/decoder/installed';
import { FfmpegProcess, type ProcessOptions } from './ffmpeg-process';
import { FramePipe } from './frame-pipe';
import { FrameTimes } from './frame-times';
import { NOTICED_MS, startOfShown } from './held-frames';
import { damagedVideo } from './ffprobe';
import { yuv420Bytes, type Yuv420Frame } from './yuv-frame';
import type { VideoInfo } from './probe';
import { toNumber, type Rational } from './rational';

interface FrameTiming {
  /** Since the start of the trimmed part. */
  readonly ticks: number;
  /** Seconds per tick. */
  readonly clock: Rational;
}

/** Valid until two more frames are read. */
export interface RgbVideoFrame extends FrameTiming {
  readonly image: Image;
}

/** In shared memory; valid until `hold` more frames are read. */
export interface YuvVideoFrame extends FrameTiming {
  readonly frame: Yuv420Frame;
}

interface ReadOptions extends Pick<ProcessOptions, 'signal' | 'stallMs'> {
  trim?: Trim;
  /** Default: displayed size. */
  size?: { width: number; height: number };
  /** Milliseconds from the start of the part. Timestamps are unaffected. Without frames from there, none are read. */
  afterMs?: number;
  count?: number;
}

function decodedPart({ trim = {}, afterMs = 0 }: ReadOptions): Trim {
  return afterMs > 0 ? { ...trim, fromMs: (trim.fromMs ?? 0) + afterMs } : trim;
}

/**
 * At most three frames in memory. Leaving the loop ends ffmpeg.
 * @throws EngineError `damaged_media` when the part has no frame or ffmpeg fails, `aborted`
 */
export async function* readRgbFrames(info: VideoInfo, options: ReadOptions = {}): AsyncGenerator<RgbVideoFrame> {
  const { size: { width, height } = info } = options;
  const { features } = await installedDecoders();
  const filters = (part: Trim) => rgbFilters(info, part, { width, height }, features);
  for await (const { data, ...timed } of prefetch(decode(info, filters, frameBuffers(3, 3 * width * height), options)))
    yield { image: { width, height, data }, ...timed };
}

export async function* readYuvFrames(
  info: VideoInfo,
  { hold = 2, ...options }: ReadOptions & { hold?: number } = {},
): AsyncGenerator<YuvVideoFrame> {
  const { size: { width, height } = info } = options;
  const { features } = await installedDecoders();
  const filters = (part: Trim) => yuvFilters(info, part, { width, height }, features);
  const matrix = outputMatrix(info);
  const ring = frameBuffers(hold + 1, yuv420Bytes(width, height));
  for await (const { data, ...timed } of prefetch(decode(info, filters, ring, options)))
    yield { frame: { width, height, matrix, data }, ...timed };
}

const frameBuffers = (count: number, bytes: number) =>
  Array.from({ length: count }, () => new Uint8Array(new SharedArrayBuffer(bytes)));

async function* prefetch<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = items.next();
      next.catch(() => {}); // the rejection surfaces on the next read
      yield value;
    }
  } finally {
    await items.return(undefined).catch(() => {});
  }
}

type Decoded = FrameTiming & { data: Uint8Array };
type FiltersOf = (part: Trim) => string;

/** A part begins with the frame that is shown there, though that may have started before. */
async function* decode(
  info: VideoInfo,
  filtersOf: FiltersOf,
  ring: Uint8Array[],
  options: ReadOptions,
): AsyncGenerator<Decoded> {
  const { trim = {}, afterMs = 0, signal } = options;
  const { fromMs = 0 } = trim;
  const part = decodedPart(options);
  const mayBeginBefore = fromMs > 0 && afterMs === 0;
  let frames = 0;
  for await (const frame of decodePart(info, part, filtersOf(part), ring, options)) {
    if (frames === 0 && mayBeginBefore && millisecondsOf(frame) > NOTICED_MS) break;
    frames++;
    yield frame;
  }
  if (frames === 0 && mayBeginBefore) {
    const startMs = await startOfShown(info, fromMs, signal);
    const longer = startMs === undefined ? part : { ...part, fromMs: Math.max(0, startMs - ROUNDING_MS) };
    for await (const frame of decodePart(info, longer, filtersOf(longer), ring, options)) {
      frames++;
      yield frame;
    }
  }
  if (frames === 0 && afterMs === 0) throw fromMs > 0 ? emptyInterval(trim) : damagedVideo();
}

/** ffmpeg takes microseconds. */
const ROUNDING_MS = 0.001;

const millisecondsOf = ({ ticks, clock }: FrameTiming) => 1000 * ticks * toNumber(clock);

async function* decodePart(
  info: VideoInfo,
  part: Trim,
  filters: string,
  ring: Uint8Array[],
  options: ReadOptions,
): AsyncGenerator<Decoded> {
  const { trim = {}, count = Infinity, signal, stallMs } = options;
  const times = new FrameTimes(info.frameRate, trim.fromMs);
  // ffmpeg lets frames pass whose times jump back.
  const partMs = (trim.toMs ?? Infinity) - (trim.fromMs ?? 0);
  const { features } = await installedDecoders();
  const args = [
    ...decoderOptions(info, features),
    ...frameInput(info, part),
    ...['-map', `0:${info.track}`, '-an', '-sn', '-dn', '-vf', filters],
    ...passthroughTiming(features),
    ...rawOutput,
  ];
  const pipe = await FramePipe.open(ring);
  let child: FfmpegProcess | undefined;
  try {
    const job = { kind: 'frames', args, reads: [info.file], maxPixels: info.maxPixels } as const;
    child = await FfmpegProcess.start(job, 'info', {
      signal,
      stallMs,
      onLine: times.parseLine,
      stdout: pipe.childEnd,
    });
    let frames = 0;
    for (let data = await child.withStallTimeout(pipe.next()); data; data = await child.withStallTimeout(pipe.next())) {
      const ticks = await child.withStallTimeout(times.next());
      const atMs = millisecondsOf({ ticks, clock: times.clock });
      if (atMs >= partMs) return;
      if (atMs > info.longestReadMs) throw damagedVideo(new Error(`A frame comes after ${atMs} ms.`));
      yield { data, ticks, clock: times.clock };
      if (++frames === count) return;
    }
    await child.waitForExit();
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
    `The video has no frame from ${fromMs} ms to ${toMs === Infinity ? 'the end' : `${toMs} ms`}. Choose an interval inside the video.`,
    { details: { fromMs, toMs } },
  );
}
