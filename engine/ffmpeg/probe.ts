import { MAX_PIXELS } from '#engine/decoder/limits';
import { EngineError } from '#engine/errors';
import type { Demuxer } from './container';
import { askFfprobe, damagedVideo, type Report, type Stream } from './ffprobe';
import type { Matrix } from './yuv-frame';
import { parseRational, toNumber, type Rational } from './rational';

export interface AudioTrack {
  /** As ffprobe names it: `aac`, `mp3`, `opus` … */
  readonly codec: string;
  /** Its place among all sound tracks of the file, those that cannot be decoded included. */
  readonly place: number;
}

/** What is worth knowing of a video before it is decoded. */
export interface VideoInfo {
  /** Its absolute path. */
  readonly file: string;
  readonly demuxer: Demuxer;
  /** Index of the video track among all tracks of the file. */
  readonly track: number;
  /** Pixels as displayed: turned as the file says, square, and even, since 4:2:0 video has no odd sizes. */
  readonly width: number;
  readonly height: number;
  readonly frameRate: Rational;
  /** Whether the frames come at uneven times. */
  readonly variable: boolean;
  /** Undefined when the file does not say, as recordings straight from a browser don't. */
  readonly durationMs?: number;
  readonly audio: readonly AudioTrack[];
  readonly codec: string;
  readonly pixelFormat: string;
  readonly hasAlpha: boolean;
  /** Recorded in a high dynamic range (PQ or HLG). */
  readonly hdr: boolean;
  /** Whether its clock starts before zero by more than a coder's own delay: its times need to be judged anew. */
  readonly startsEarly: boolean;
  /** What the file says of itself. */
  readonly tags: Readonly<Record<string, string>>;
  /** How its colours are coded. */
  readonly matrix: Matrix;
  /** Whether its frames are stored as they are shown and as `Planes` holds them: nothing needs to be converted. */
  readonly plain: boolean;
  /** Frames of more pixels are not decoded, whatever the header states. */
  readonly maxPixels: number;
}

/**
 * Reads a video's header.
 * @throws EngineError `damaged_media` when it cannot be understood, `unsupported_type` without a moving picture in it
 */
export async function probeVideo(
  file: string,
  demuxer: Demuxer,
  { maxPixels, signal }: { maxPixels?: number; signal?: AbortSignal } = {},
): Promise<VideoInfo> {
  return describe(await askFfprobe(file, demuxer, signal), file, demuxer, maxPixels);
}

/** Makes sense of ffprobe's report. */
export function describe(
  { streams = [], format = {} }: Report,
  file: string,
  demuxer: Demuxer,
  maxPixels = MAX_PIXELS,
): VideoInfo {
  const video = streams.find((stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic);
  if (!video && !streams.some(isAudio)) throw damagedVideo();
  if (!video) {
    throw new EngineError('unsupported_type', 'This file has no moving picture in it. Choose a video.', {
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
    frameRate: plausible(average) ?? plausible(nominal) ?? { num: 25, den: 1 },
    variable: Boolean(average && nominal && Math.abs(toNumber(average) / toNumber(nominal) - 1) > 0.01),
    ...(seconds > 0 && { durationMs: seconds * 1000 }),
    audio: audioTracks(streams),
    codec,
    pixelFormat,
    hasAlpha: /^(yuva|rgba|bgra|argb|abgr|gbrap|ya)/.test(pixelFormat) || video.tags?.alpha_mode === '1',
    hdr: ['smpte2084', 'arib-std-b67'].includes(video.color_transfer ?? ''),
    startsEarly: Number(format.start_time) < -0.1,
    tags: format.tags ?? {},
    matrix: matrixOf(video, size.height),
    plain: isPlain(video, size),
    maxPixels,
  };
}

/** A track whose beginning is damaged states no channels, and stays silent. */
function audioTracks(streams: readonly Stream[]): AudioTrack[] {
  return streams
    .filter(({ codec_type }) => codec_type === 'audio')
    .map(({ codec_name, channels }, place) => ({ codec: channels === 0 ? undefined : codec_name, place }))
    .filter((track): track is AudioTrack => Boolean(track.codec));
}

const isAudio = (stream: Stream) => stream.codec_type === 'audio' && Boolean(stream.codec_name);

/** Some files name their clock's rate where the frame rate belongs. */
function plausible(rate: Rational | undefined): Rational | undefined {
  return rate && toNumber(rate) >= 0.1 && toNumber(rate) <= 480 ? rate : undefined;
}

function displayedSize({ width = 0, height = 0, ...stream }: Stream): { width: number; height: number } {
  const aspect = parseRational(stream.sample_aspect_ratio);
  const wide = Math.round(width * (aspect ? toNumber(aspect) : 1));
  const turned = Math.round(rotationOf(stream) / 90) % 2 !== 0;
  const [across, down] = turned ? [height, wide] : [wide, height];
  return { width: across & ~1, height: down & ~1 };
}

function rotationOf({ side_data_list = [], tags = {} }: Pick<Stream, 'side_data_list' | 'tags'>): number {
  const stated = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation;
  return stated ?? (Number(tags.rotate) || 0);
}

function isPlain(stream: Stream, { width, height }: { width: number; height: number }): boolean {
  const upright = rotationOf(stream) === 0 && stream.width === width && stream.height === height;
  return upright && stream.pix_fmt === 'yuv420p' && stream.color_range !== 'pc';
}

/** Untagged video is taken for what its size suggests, as players do. */
function matrixOf({ color_space }: Stream, height: number): Matrix {
  if (color_space === 'bt709') return 'bt709';
  if (color_space === 'smpte170m' || color_space === 'bt470bg') return 'smpte170m';
  return height >= 720 ? 'bt709' : 'smpte170m';
}
