import type { MediaFormat, VideoFormat } from '#engine/types';
import { isTrimmed, type Trim } from '#engine/ffmpeg/arguments';
import { readPlanes } from '#engine/ffmpeg/frame-reader';
import type { Picture } from '#engine/ffmpeg/yuv-frame';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { toNumber, type Rational } from '#engine/ffmpeg/rational';
import { EngineError } from '#engine/errors';
import { animationFrames, type Animation } from './animation';
import type { Media } from './probe-media';

export type MovingMedia = Exclude<Media, { kind: 'photo' }>;

export interface Frame {
  /** Its pixels hold until `hold` more are asked for, and may be painted on. */
  readonly picture: Picture;
  readonly alpha?: Uint8Array;
  /** Ticks of the clock since the start of the trimmed part. */
  readonly ticks: number;
  readonly clock: Rational;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface FrameOptions {
  signal?: AbortSignal;
  size?: Size;
  count?: number;
  /** Leave out what is shown earlier, milliseconds from the start of the part. Of no meaning to animations. */
  afterMs?: number;
  /** How many frames are held at a time; 2 unless told otherwise. */
  hold?: number;
}

/** Part of a video or an animation, to be looked at as often as needed. */
export interface Footage extends Size {
  readonly media: MovingMedia;
  readonly format: MediaFormat | VideoFormat;
  readonly trim: Trim;
  /** Frames a second, on average. */
  readonly fps: number;
  /** Of the part, as far as the file says; else 0. */
  readonly durationMs: number;
  frames(options?: FrameOptions): AsyncGenerator<Frame>;
}

/** @throws EngineError `bad_interval` for a part that is not inside the media */
export function footageOf(media: MovingMedia, trim: Trim): Footage {
  checkInterval(trim, media.kind === 'video' ? (media.info.durationMs ?? Infinity) : media.animation.durationMs);
  return media.kind === 'video' ? ofVideo(media.info, trim) : ofAnimation(media.animation, trim);
}

function checkInterval(trim: Trim, durationMs: number): void {
  if (!isTrimmed(trim)) return;
  const { fromMs = 0, toMs = durationMs } = trim;
  if (fromMs >= 0 && fromMs < toMs && fromMs < durationMs) return;
  const length = Number.isFinite(durationMs) ? ` It lasts ${Math.round(durationMs)} ms.` : '';
  throw new EngineError(
    'bad_interval',
    `The part from ${fromMs} to ${toMs} ms is not in it.${length} Choose a start before the end, both inside.`,
    { details: { fromMs, toMs, durationMs } },
  );
}

function ofVideo(info: VideoInfo, trim: Trim): Footage {
  const { fromMs = 0, toMs = Infinity } = trim;
  const durationMs = Math.max(0, Math.min(toMs, info.durationMs ?? 0) - fromMs);
  return {
    media: { kind: 'video', info },
    format: formatOf[info.demuxer],
    trim,
    width: info.width,
    height: info.height,
    fps: toNumber(info.frameRate),
    durationMs,
    frames: (options) => videoFrames(info, trim, options),
  };
}

async function* videoFrames(info: VideoInfo, trim: Trim, options?: FrameOptions): AsyncGenerator<Frame> {
  for await (const { planes, ...timed } of readPlanes(info, { trim, ...options })) yield { picture: planes, ...timed };
}

export const formatOf: Record<VideoInfo['demuxer'], VideoFormat> = {
  mov: 'mp4',
  matroska: 'mkv',
  avi: 'avi',
  asf: 'asf',
  mpegts: 'ts',
  mpeg: 'mpeg',
  mpegvideo: 'mpeg',
};

const MILLISECONDS: Rational = { num: 1, den: 1000 };

function ofAnimation(animation: Animation, trim: Trim): Footage {
  const { first, end } = framesWithin(animation, trim);
  const delays = animation.delays.slice(first, end);
  const durationMs = delays.reduce((sum, delay) => sum + delay, 0);
  async function* frames({ count = Infinity }: FrameOptions = {}): AsyncGenerator<Frame> {
    let ticks = 0;
    let shown = 0;
    for await (const { image, alpha } of animationFrames(animation, first, end)) {
      yield { picture: image, alpha, ticks, clock: MILLISECONDS };
      ticks += delays[shown++];
      if (shown >= count) return;
    }
  }
  return {
    media: { kind: 'gif', animation: { ...animation, delays, durationMs } },
    format: animation.format,
    trim,
    width: animation.width,
    height: animation.height,
    fps: (1000 * delays.length) / durationMs,
    durationMs,
    frames,
  };
}

/** The frames that begin in the part; at least the one that is shown at its start. */
function framesWithin({ delays }: Animation, { fromMs = 0, toMs = Infinity }: Trim): { first: number; end: number } {
  let time = 0;
  let [first, end] = [0, 0];
  delays.forEach((delay, i) => {
    if (time + delay <= fromMs) first = i + 1;
    if (time < toMs) end = i + 1;
    time += delay;
  });
  return { first, end: Math.max(end, first + 1) };
}
