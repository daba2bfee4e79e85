import type { MediaFormat, VideoFormat } from '#engine/types';
import { isTrimmed, type Trim } from '#engine/ffmpeg/arguments';
import { readYuvFrames } from '#engine/ffmpeg/frame-reader';
import type { Frame } from '#engine/ffmpeg/yuv-frame';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { toNumber, type Rational } from '#engine/ffmpeg/rational';
import { EngineError } from '#engine/errors';
import { overWhite } from '#engine/media/picture';
import type { Size } from '#engine/media/size';
import { animationFrames, type Animation } from './animation';
import type { Media } from './probe-media';

export type ClipMedia = Exclude<Media, { kind: 'photo' }>;

export interface ClipFrame {
  /** Writable; valid until `hold` more frames are read. */
  readonly pixels: Frame;
  /** Only if asked for; otherwise the pixels are over white. */
  readonly alpha?: Uint8Array;
  /** Since the clip's start. */
  readonly ticks: number;
  readonly clock: Rational;
}

export interface FrameOptions {
  signal?: AbortSignal;
  size?: Size;
  count?: number;
  /** Time of the clip. Ignored for animations. */
  afterMs?: number;
  /** Transparency apart from the pixels. Ignored for videos. */
  alpha?: boolean;
  /** Frames that stay valid at a time; default 2. */
  hold?: number;
}

export interface Clip extends Size {
  readonly media: ClipMedia;
  readonly format: MediaFormat | VideoFormat;
  readonly trim: Trim;
  readonly fps: number;
  /** 0 if unknown. */
  readonly durationMs: number;
  frames(options?: FrameOptions): AsyncGenerator<ClipFrame>;
}

/** @throws EngineError `bad_interval` for a part outside the media */
export function clipOf(media: ClipMedia, trim: Trim): Clip {
  checkInterval(trim, media.kind === 'video' ? (media.info.durationMs ?? Infinity) : media.animation.durationMs);
  return media.kind === 'video' ? videoClip(media.info, trim) : animationClip(media.animation, trim);
}

function checkInterval(trim: Trim, durationMs: number): void {
  if (!isTrimmed(trim)) return;
  const { fromMs = 0, toMs = durationMs } = trim;
  if (fromMs >= 0 && fromMs < toMs && fromMs < durationMs) return;
  const duration = Number.isFinite(durationMs) ? ` The media lasts ${Math.round(durationMs)} ms.` : '';
  throw new EngineError(
    'bad_interval',
    `The interval from ${fromMs} to ${toMs} ms is outside the media.${duration} Choose a start before the end, both inside.`,
    { details: { fromMs, toMs, durationMs } },
  );
}

function videoClip(info: VideoInfo, trim: Trim): Clip {
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

async function* videoFrames(info: VideoInfo, trim: Trim, options?: FrameOptions): AsyncGenerator<ClipFrame> {
  for await (const { frame, ...timed } of readYuvFrames(info, { trim, ...options })) yield { pixels: frame, ...timed };
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

function animationClip(animation: Animation, trim: Trim): Clip {
  const { first, end } = framesWithin(animation, trim);
  const delays = animation.delays.slice(first, end);
  const durationMs = delays.reduce((sum, delay) => sum + delay, 0);
  async function* frames({ count = Infinity, alpha = false }: FrameOptions = {}): AsyncGenerator<ClipFrame> {
    let ticks = 0;
    let shown = 0;
    for await (const frame of animationFrames(animation, first, end)) {
      const picture = alpha ? { pixels: frame.image, alpha: frame.alpha } : { pixels: overWhite(frame) };
      yield { ...picture, ticks, clock: MILLISECONDS };
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
