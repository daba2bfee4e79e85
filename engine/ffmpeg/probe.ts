import { installedDecoders } from '#engine/decoder/installed';
import { MAX_PIXELS } from '#engine/decoder/limits';
import type { Features } from '#engine/decoder/programs';
import { EngineError } from '#engine/errors';
import type { Demuxer } from './container';
import { runFfprobe, damagedVideo, type Report, type Stream } from './ffprobe';
import { statedColours, type StatedColours } from './stated-colours';
import { parseRational, toNumber, type Rational } from './rational';

export interface AudioTrack {
  /** ffprobe's name. */
  readonly codec: string;
  /** Among all audio tracks, including undecodable ones. */
  readonly position: number;
  readonly channels: number;
  /** ffprobe's name: `stereo`, `5.1(side)`. Absent if unknown. */
  readonly layout?: string;
}

export interface VideoInfo extends StatedColours {
  /** Absolute. */
  readonly file: string;
  readonly demuxer: Demuxer;
  /** Among all tracks. */
  readonly track: number;
  /** As displayed: upright, square pixels, even for 4:2:0. */
  readonly width: number;
  readonly height: number;
  /** By a quarter. */
  readonly isTurned: boolean;
  readonly isMirrored: boolean;
  /** Square pixels, and one row or column more than displayed. */
  readonly hasOddSide: boolean;
  readonly frameRate: Rational;
  readonly isVariableRate: boolean;
  /** As stated; recordings from browsers state none. See `withMeasuredDuration`. */
  readonly durationMs?: number;
  readonly isMeasured?: boolean;
  readonly audio: readonly AudioTrack[];
  readonly codec: string;
  readonly pixelFormat: string;
  readonly hasAlpha: boolean;
  readonly mayBeInterlaced: boolean;
  /** Starts before zero by more than codec delay. */
  readonly startsEarly: boolean;
  readonly tags: Readonly<Record<string, string>>;
  /** Stored frames equal `Yuv420Frame` as displayed. */
  readonly isPlainYuv420: boolean;
  /** Enforced whatever the header states. */
  readonly maxPixels: number;
  /** As `maxPixels`. */
  readonly longestReadMs: number;
}

interface ProbeOptions {
  maxPixels?: number;
  longestReadMs?: number;
}

interface ReadOptions extends ProbeOptions {
  signal?: AbortSignal;
  /** Default: of the installed decoders. */
  features?: Features;
}

/**
 * Leaves out sound that cannot be decoded.
 *
 * @throws EngineError `damaged_media` if unreadable, `unsupported_type` without a video track that can be decoded
 */
export async function probeVideo(
  file: string,
  demuxer: Demuxer,
  { signal, features, ...options }: ReadOptions = {},
): Promise<VideoInfo> {
  const report = await runFfprobe(file, demuxer, signal);
  const { codecs } = features ?? (await installedDecoders()).features;
  const codec = videoOf(report)?.codec_name;
  if (codec && !codecs.has(codec)) throw undecodable(codec);
  const info = parseReport(report, file, demuxer, options);
  return { ...info, audio: info.audio.filter((track) => codecs.has(track.codec)) };
}

function undecodable(codec: string): EngineError {
  const message = `This video is encoded as ${codec}, which cannot be read here. Save it as H.264 and try again.`;
  return new EngineError('unsupported_type', message, { details: { codec } });
}

const videoOf = ({ streams = [] }: Report) =>
  streams.find((stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic);

export function parseReport(
  { streams = [], format = {} }: Report,
  file: string,
  demuxer: Demuxer,
  { maxPixels = MAX_PIXELS, longestReadMs = Infinity }: ProbeOptions = {},
): VideoInfo {
  const video = videoOf({ streams });
  if (!video && !streams.some(isAudio)) throw damagedVideo();
  if (!video) {
    throw new EngineError('unsupported_type', 'This file has no video track. Choose a video.', {
      details: { tracks: streams.map((stream) => stream.codec_type) },
    });
  }
  const { codec_name: codec, pix_fmt: pixelFormat } = video;
  if (!video.width || !video.height || !codec || !pixelFormat) throw damagedVideo();
  const size = displayedSize(video);
  const average = parseRational(video.avg_frame_rate);
  const nominal = parseRational(video.r_frame_rate);
  const seconds = Number(format.duration ?? video.duration);
  return {
    file,
    demuxer,
    track: video.index,
    ...size,
    isTurned: isTurned(video),
    isMirrored: isMirrored(video),
    frameRate: plausible(average, demuxer === 'mov' ? HIGHEST_COUNTED : HIGHEST_STATED) ??
      plausible(nominal) ?? { num: 25, den: 1 },
    isVariableRate: Boolean(average && nominal && Math.abs(toNumber(average) / toNumber(nominal) - 1) > 0.01),
    ...(seconds > 0 && { durationMs: seconds * 1000 }),
    audio: audioTracks(streams),
    codec,
    pixelFormat,
    hasAlpha: hasAlpha(video),
    mayBeInterlaced: mayBeInterlaced(video),
    startsEarly: Number(format.start_time) < -0.1,
    tags: format.tags ?? {},
    ...statedColours(video),
    isPlainYuv420: isPlain(video, size),
    maxPixels,
    longestReadMs,
  };
}

/** Tracks without channels are damaged. */
function audioTracks(streams: readonly Stream[]): AudioTrack[] {
  return streams
    .filter(({ codec_type }) => codec_type === 'audio')
    .map(({ codec_name: codec = '', channels = 2, channel_layout: layout }, position) => ({
      ...{ codec, position, channels },
      ...(layout && layout !== 'unknown' && { layout }),
    }))
    .filter(({ codec, channels }) => codec !== '' && channels > 0);
}

const isAudio = (stream: Stream) => stream.codec_type === 'audio' && Boolean(stream.codec_name);

/** Some files state their time base as the frame rate. In MP4, ffprobe counts the frames of the average. */
const HIGHEST_STATED = 480;
const HIGHEST_COUNTED = 1000;

function plausible(rate: Rational | undefined, highest = HIGHEST_STATED): Rational | undefined {
  return rate && toNumber(rate) >= 0.1 && toNumber(rate) <= highest ? rate : undefined;
}

function displayedSize({ width = 0, height = 0, ...stream }: Stream) {
  const aspect = parseRational(stream.sample_aspect_ratio);
  const wide = Math.round(width * (aspect ? toNumber(aspect) : 1));
  const [across, down] = isTurned(stream) ? [height, wide] : [wide, height];
  const hasOddSide = wide === width && (width % 2 !== 0 || height % 2 !== 0);
  return { width: across & ~1, height: down & ~1, hasOddSide };
}

const isTurned = (stream: Stream) => Math.round(rotationOf(stream) / 90) % 2 !== 0;

/** Lines such as `00000000:       -65536           0           0`. */
function isMirrored({ side_data_list = [] }: Stream): boolean {
  const lines = side_data_list
    .find(({ displaymatrix }) => displaymatrix)
    ?.displaymatrix?.matchAll(/:\s*(-?\d+)\s+(-?\d+)/g);
  const [[a, b] = [1, 0], [c, d] = [0, 1]] = [...(lines ?? [])].map(([, x, y]) => [Number(x), Number(y)] as const);
  return a * d - b * c < 0;
}

function rotationOf({ side_data_list = [], tags = {} }: Pick<Stream, 'side_data_list' | 'tags'>): number {
  const stated = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation;
  return stated ?? (Number(tags.rotate) || 0);
}

function isPlain(stream: Stream, { width, height }: { width: number; height: number }): boolean {
  const upright = rotationOf(stream) === 0 && stream.width === width && stream.height === height;
  return upright && stream.pix_fmt === 'yuv420p' && stream.color_range !== 'pc';
}

const alphaFormats = /^(yuva|gbrap|rgba|bgra|argb|abgr|ya8|ya16)/;

/** VP8 and VP9 state it apart from their pixels. Raw pixels of 32 bits mostly have no transparency in their last byte. */
function hasAlpha({ codec_name = '', pix_fmt = '', tags = {} }: Stream): boolean {
  if (codec_name === 'vp8' || codec_name === 'vp9') return (tags.alpha_mode ?? tags.ALPHA_MODE) === '1';
  return codec_name !== 'rawvideo' && alphaFormats.test(pix_fmt);
}

/** Of cameras and discs. Some state it in each frame alone. */
const interlacedCodecs = ['mpeg2video', 'h264', 'dvvideo', 'vc1'];

function mayBeInterlaced({ codec_name = '', field_order = 'unknown' }: Stream): boolean {
  return field_order === 'unknown' ? interlacedCodecs.includes(codec_name) : field_order !== 'progressive';
}
