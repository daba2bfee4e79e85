import { outputColours, outputMatrix, toBt709, type OutputColours } from './bt709';
import { decodedLog } from './decoded-log';
import { blackBars, fittedSides } from './fit';
import type { Size } from '#engine/media/size';
import type { Features } from '#engine/decoder/programs';
import type { Rational } from './rational';
import type { VideoInfo } from './probe';
import { playableLayout } from './sound-layout';

/** Milliseconds from the start. */
export interface Trim {
  readonly fromMs?: number;
  readonly toMs?: number;
}

export const isTrimmed = ({ fromMs = 0, toMs }: Trim): boolean => fromMs > 0 || toMs !== undefined;

const seconds = (ms: number) => (ms / 1000).toFixed(6);

type InputFile = Pick<VideoInfo, 'file' | 'demuxer'>;

/** Files without an index are entered between keyframes, so the seek starts earlier. */
const SEEK_MARGIN_MS = 2000;
const SEEK_MARGIN_WITHOUT_INDEX_MS = 12_000;
const withoutIndex: readonly string[] = ['mpegts', 'mpeg', 'mpegvideo'];

function seekMs({ demuxer }: InputFile, { fromMs = 0 }: Trim): number {
  return Math.max(0, fromMs - (withoutIndex.includes(demuxer) ? SEEK_MARGIN_WITHOUT_INDEX_MS : SEEK_MARGIN_MS));
}

/** Opens a file with its known demuxer only. */
function input(opened: InputFile, trim: Trim): string[] {
  const from = seekMs(opened, trim);
  const start = from > 0 ? ['-ss', seconds(from)] : [];
  return [...start, '-protocol_whitelist', 'file', '-f', opened.demuxer, '-i', opened.file];
}

/** Frame times are those of the file. */
export function frameInput(opened: InputFile, trim: Trim): string[] {
  return ['-copyts', '-start_at_zero', '-noaccurate_seek', ...input(opened, trim)];
}

/** Before the input. */
export function decoderOptions({ codec, track, hasAlpha }: VideoInfo, { hasVpxDecoders }: Features): string[] {
  const decoder = { vp8: 'libvpx', vp9: 'libvpx-vp9' }[codec];
  return hasAlpha && decoder && hasVpxDecoders ? [`-c:${track}`, decoder] : [];
}

/** Audio times count from the seek position. */
export function audioInput(opened: InputFile, trim: Trim): string[] {
  return input(opened, trim);
}

export function passthroughTiming({ hasFpsMode }: Pick<Features, 'hasFpsMode'>): string[] {
  return hasFpsMode ? ['-fps_mode', 'passthrough'] : ['-vsync', '0'];
}

/** From `fromMs` to before `toMs`. The log shows that ffmpeg makes progress before the part. */
function trimFilter({ fromMs = 0, toMs }: Trim): string[] {
  if (!isTrimmed({ fromMs, toMs })) return [];
  return [decodedLog, `trim=start=${seconds(fromMs)}${toMs === undefined ? '' : `:end=${seconds(toMs)}`}`];
}

/** Logs each frame's time. ffmpeg rotates beforehand. */
export function yuvFilters(info: VideoInfo, trim: Trim, size: Size, features: Features): string {
  const whole = [scaleFilter(info, size), 'setsar=1', yuv420Filter(info), blackBars(size)];
  return [...sourceFilters(info, trim, features), ...whole].join(',');
}

export function rgbFilters(info: VideoInfo, trim: Trim, size: Size, features: Features): string {
  const scale = `scale=${fittedSides(size)}:flags=bicubic+accurate_rnd:in_color_matrix=${outputMatrix(info)}`;
  const opaque = isBlended(info) ? 'format=rgba,' + overWhite('lutrgb=r=255:g=255:b=255:a=255', 'rgb') + ',' : '';
  return [...sourceFilters(info, trim, features), scale, 'setsar=1', `${opaque}format=rgb24`, blackBars(size)].join(
    ',',
  );
}

/** Conversion to BT.709 leaves out transparency. */
const isBlended = ({ hasAlpha, hdr, gamut }: VideoInfo) => hasAlpha && !hdr && !gamut;

/** As transparent pictures: otherwise the colours that it hides would show. */
export function yuv420Filter(info: VideoInfo): string {
  const opaque = isBlended(info)
    ? 'format=yuva420p,' + overWhite('lutyuv=y=235:u=128:v=128:a=255', 'yuv420') + ','
    : '';
  return `${opaque}format=yuv420p`;
}

const overWhite = (white: string, format: string) =>
  `split[seen][plain];[plain]${white}[white];[white][seen]overlay=format=${format}`;

function sourceFilters(info: VideoInfo, trim: Trim, features: Features): string[] {
  return [
    ...trimFilter(trim),
    ...mirroring(info, features),
    // Before the log of times: where the size of frames changes, ffmpeg drops the one that it holds.
    ...deinterlacing(info),
    'showinfo=checksum=0',
    ...(info.hasOddSide ? [evenSize] : []),
    ...toBt709(info, features),
  ];
}

/** Upright, after ffmpeg has turned it. */
export function mirroring({ isMirrored, isTurned }: VideoInfo, { canMirror }: Features): string[] {
  return isMirrored && !canMirror ? [isTurned ? 'hflip' : 'vflip'] : [];
}

/** One frame of two fields, if the frame states them; others pass. Moving edges would be combs. */
export const deinterlacing = ({ mayBeInterlaced }: VideoInfo): string[] => (mayBeInterlaced ? ['yadif=0:-1:1'] : []);

/** Scaling would interpolate every pixel. By the frame's own size, which may change in a video. */
const evenSize = 'crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0';

/** Reduced frames serve detection only. */
function scaleFilter(info: VideoInfo, size: Size): string {
  const flags = size.width < info.width ? 'fast_bilinear' : 'bicubic+accurate_rnd';
  const scale = `scale=${fittedSides(size)}:flags=${flags}`;
  if (info.isPlainYuv420) return scale;
  const matrix = outputMatrix(info);
  return `${scale}:in_color_matrix=${matrix}:out_color_matrix=${matrix}:out_range=tv`;
}

export const rawOutput = ['-c:v', 'rawvideo', '-f', 'rawvideo', 'pipe:1'];

export const matroskaInput = ['-f', 'matroska', '-i', 'pipe:0'];

/** ffmpeg shifts every input to start at zero: `firstSeconds` restores the offset between video and audio. */
export function concatInput(list: string, firstSeconds: number): string[] {
  const beside = ['-protocol_whitelist', 'file', '-f', 'concat', '-safe', '1', '-i', list];
  return ['-itsoffset', firstSeconds.toFixed(6), ...beside];
}

export function copyVideo(clock: Rational): string[] {
  return ['-c:v', 'copy', '-video_track_timescale', String(clock.den)];
}

/** NUT keeps any time base in all ffmpeg versions. */
export const segmentOutput = (out: string): string[] => ['-f', 'nut', '-y', out];

/** Since ffmpeg 7.0 the encoder takes colour tags from its frames. */
export function colourFilter({ matrix, primaries }: OutputColours): string {
  return `setparams=range=tv:color_primaries=${primaries}:color_trc=${matrix}:colorspace=${matrix}`;
}

/** For older versions. */
export function colourOptions({ matrix, primaries }: OutputColours): string[] {
  return ['-colorspace', matrix, '-color_primaries', primaries, '-color_trc', matrix, '-color_range', 'tv'];
}

/** Old ffmpeg gives the encoder the clock instead, and H.264 states the highest level, which many devices refuse. */
const usualRate = ({ frameRate: { num, den } }: Pick<VideoInfo, 'frameRate'>): string[] => [
  '-x264-params',
  `fps=${num}/${den}`,
];

export function h264Options(info: VideoInfo, clock: Rational, { hasFpsMode }: Features): string[] {
  const colours = outputColours(info);
  return [
    ...['-vf', colourFilter(colours)],
    ...['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'veryfast', '-crf', '19', ...usualRate(info)],
    ...colourOptions(colours),
    ...passthroughTiming({ hasFpsMode }),
    ...['-enc_time_base', `${clock.num}:${clock.den}`],
  ];
}

/** Copies audio that mp4 players support, unless cut between packets. */
export function audioOptions(info: VideoInfo, trim: Trim): string[] {
  return info.audio.flatMap((track, index) => {
    const isCopied = !isTrimmed(trim) && (track.codec === 'aac' || track.codec === 'mp3');
    if (isCopied) return [`-c:a:${index}`, 'copy'];
    const filters = [...(isTrimmed(trim) ? [trimAudioFilter(info, trim)] : []), ...playableLayout(track)];
    return [...(filters.length > 0 ? [`-filter:a:${index}`, filters.join(',')] : []), ...aac(index)];
  });
}

const aac = (index: number) => [`-c:a:${index}`, 'aac', `-b:a:${index}`, '160k'];

function trimAudioFilter(opened: InputFile, { fromMs = 0, toMs }: Trim): string {
  const start = fromMs - seekMs(opened, { fromMs });
  const end = toMs === undefined ? '' : `:end=${seconds(start + toMs - fromMs)}`;
  return `atrim=start=${seconds(start)}${end},asetpts=PTS-${seconds(start)}/TB`;
}

/** No metadata other than `tags`. */
export function mp4Output(out: string, tags: Readonly<Record<string, string>>): string[] {
  const stated = Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
  const plain = ['-map_metadata', '-1', '-map_chapters', '-1'];
  return [...plain, ...stated, '-movflags', '+faststart+use_metadata_tags', '-f', 'mp4', '-y', out];
}
