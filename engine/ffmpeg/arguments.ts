import type { Matrix } from './yuv-frame';
import type { Features } from '#engine/decoder/programs';
import type { Rational } from './rational';
import type { VideoInfo } from './probe';

/** Small builders of ffmpeg's arguments; nothing else in the engine spells an option of its own. */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Part of a video, milliseconds from its start. */
export interface Trim {
  readonly fromMs?: number;
  readonly toMs?: number;
}

export const isTrimmed = ({ fromMs = 0, toMs }: Trim): boolean => fromMs > 0 || toMs !== undefined;

const seconds = (ms: number) => (ms / 1000).toFixed(6);

type Opened = Pick<VideoInfo, 'file' | 'demuxer'>;

/**
 * Streams without an index are jumped into at any place, and show nothing before their next whole frame; so much
 * earlier is aimed for, and cut off exactly afterwards. Others begin at the whole frame before.
 */
const SEEK_MARGIN_MS = 2000;
const SEEK_MARGIN_WITHOUT_INDEX_MS = 12_000;
const withoutIndex: readonly string[] = ['mpegts', 'mpeg', 'mpegvideo'];

function seekMs({ demuxer }: Opened, { fromMs = 0 }: Trim): number {
  return Math.max(0, fromMs - (withoutIndex.includes(demuxer) ? SEEK_MARGIN_WITHOUT_INDEX_MS : SEEK_MARGIN_MS));
}

/** Opens a file as what it is and nothing else, somewhat before the trimmed part. */
function input(opened: Opened, trim: Trim): string[] {
  const from = seekMs(opened, trim);
  const start = from > 0 ? ['-ss', seconds(from)] : [];
  return [...start, '-protocol_whitelist', 'file', '-f', opened.demuxer, '-i', opened.file];
}

/** Opens a file to read frames: their times stay those of the file, counted from its start. */
export function inputForFrames(opened: Opened, trim: Trim): string[] {
  return ['-copyts', '-start_at_zero', '-noaccurate_seek', ...input(opened, trim)];
}

/** Opens a file to take its sound along. Times count from where it was jumped to. */
export function inputForSound(opened: Opened, trim: Trim): string[] {
  return input(opened, trim);
}

/** Passes every frame on once, at its own time. */
export function everyFrameOnce({ hasFpsMode }: Pick<Features, 'hasFpsMode'>): string[] {
  return hasFpsMode ? ['-fps_mode', 'passthrough'] : ['-vsync', '0'];
}

/** Filters that keep the frames shown first from `fromMs` up to but not including `toMs`. */
function cutFrames({ fromMs = 0, toMs }: Trim): string[] {
  if (!isTrimmed({ fromMs, toMs })) return [];
  return [`trim=start=${seconds(fromMs)}${toMs === undefined ? '' : `:end=${seconds(toMs)}`}`];
}

/** Filters that state each frame's time and bring it to a size, as `Planes`. ffmpeg itself has turned it upright before. */
export function toPlanes(info: VideoInfo, trim: Trim, size: Size, features: Features): string {
  return [...stated(info, trim, features), sized(info, size), 'setsar=1', 'format=yuv420p'].join(',');
}

/** The same in RGB. */
export function toRgb(info: VideoInfo, trim: Trim, size: Size, features: Features): string {
  const scale = `scale=${size.width}:${size.height}:flags=bicubic+accurate_rnd:in_color_matrix=${matrixShown(info)}`;
  return [...stated(info, trim, features), scale, 'setsar=1', 'format=rgb24'].join(',');
}

function stated(info: VideoInfo, trim: Trim, { canToneMap }: Features): string[] {
  return [...cutFrames(trim), 'showinfo=checksum=0', ...(info.hdr && canToneMap ? [toneMap] : [])];
}

/** What is plain passes as it is, bit by bit. Less than all of it is for looking at only, and may be scaled quickly. */
function sized(info: VideoInfo, { width, height }: Size): string {
  const flags = width < info.width ? 'fast_bilinear' : 'bicubic+accurate_rnd';
  const scale = `scale=${width}:${height}:flags=${flags}`;
  if (info.plain) return scale;
  const matrix = matrixShown(info);
  return `${scale}:in_color_matrix=${matrix}:out_color_matrix=${matrix}:out_range=tv`;
}

/** HDR has been brought into BT.709. */
export const matrixShown = ({ hdr, matrix }: Pick<VideoInfo, 'hdr' | 'matrix'>): Matrix => (hdr ? 'bt709' : matrix);

/** HDR to BT.709: linear light, Hable's curve, ordinary gamma. */
export const toneMap = [
  'zscale=transfer=linear:npl=100',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  'tonemap=hable:desat=0',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
  'format=yuv420p',
].join(',');

export const rawFrames = ['-c:v', 'rawvideo', '-f', 'rawvideo', 'pipe:1'];

/** Raw frames with their times in a Matroska stream. */
export const timedFrames = ['-f', 'matroska', '-i', 'pipe:0'];

/**
 * Encoded parts by a list of their names, which has them beside it. ffmpeg moves the start of every input to zero, and
 * would so lose by how much the first frame comes later than the sound: it is moved back.
 */
export function joinedFrames(list: string, firstSeconds: number): string[] {
  const beside = ['-protocol_whitelist', 'file', '-f', 'concat', '-safe', '1', '-i', list];
  return ['-itsoffset', firstSeconds.toFixed(6), ...beside];
}

export function copiedVideo(clock: Rational): string[] {
  return ['-c:v', 'copy', '-video_track_timescale', String(clock.den)];
}

/** A part of a video on its own: the one container that keeps any clock and is read the same by all ffmpegs. */
export const asPart = (out: string): string[] => ['-f', 'nut', '-y', out];

const primariesOf = (matrix: Matrix) => (matrix === 'bt709' ? 'bt709' : 'smpte170m');

/** A filter that states how frames are coloured: since 7.0 the encoder takes that from its frames, whatever its options. */
export function statedColours(matrix: Matrix): string {
  const primaries = primariesOf(matrix);
  return `setparams=range=tv:color_primaries=${primaries}:color_trc=${primaries}:colorspace=${matrix}`;
}

/** The same as options of the encoder, for older builds. */
export function encodedColours(matrix: Matrix): string[] {
  const primaries = primariesOf(matrix);
  return ['-colorspace', matrix, '-color_primaries', primaries, '-color_trc', primaries, '-color_range', 'tv'];
}

/** H.264 that every browser plays, keeping times as fine as the clock counts them. */
export function h264(info: VideoInfo, clock: Rational, { hasFpsMode }: Features): string[] {
  const matrix = matrixShown(info);
  return [
    ...['-vf', statedColours(matrix)],
    ...['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'veryfast', '-crf', '19'],
    ...encodedColours(matrix),
    ...everyFrameOnce({ hasFpsMode }),
    ...['-enc_time_base', `${clock.num}:${clock.den}`],
  ];
}

/** Sound that mp4 players know is copied as it is, unless it must be cut between its packets. */
export function sound(info: VideoInfo, trim: Trim): string[] {
  return info.audio.flatMap(({ codec }, index) => {
    if (isTrimmed(trim)) return [`-filter:a:${index}`, cutSound(info, trim), ...aac(index)];
    return codec === 'aac' || codec === 'mp3' ? [`-c:a:${index}`, 'copy'] : aac(index);
  });
}

const aac = (index: number) => [`-c:a:${index}`, 'aac', `-b:a:${index}`, '160k'];

function cutSound(opened: Opened, { fromMs = 0, toMs }: Trim): string {
  const start = fromMs - seekMs(opened, { fromMs });
  const end = toMs === undefined ? '' : `:end=${seconds(start + toMs - fromMs)}`;
  return `atrim=start=${seconds(start)}${end},asetpts=PTS-${seconds(start)}/TB`;
}

/** A file that starts playing before it is whole, saying nothing of its origin but what `tags` say. */
export function mp4(out: string, tags: Readonly<Record<string, string>>): string[] {
  const stated = Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
  const plain = ['-map_metadata', '-1', '-map_chapters', '-1'];
  return [...plain, ...stated, '-movflags', '+faststart+use_metadata_tags', '-f', 'mp4', '-y', out];
}
