import { encodedColours, statedColours, toneMap } from './arguments';
import type { VideoInfo } from './probe';
import type { Features } from '#engine/decoder/programs';

/** Arguments of an ffmpeg that works from file to file and says on its standard output how far it has come. */

const open = ({ file, demuxer }: VideoInfo) => ['-protocol_whitelist', 'file', '-f', demuxer, '-i', file];
const spoken = ['-progress', 'pipe:1'];

/** Walks through a video's packets without decoding them. */
export function walkThrough(info: VideoInfo): string[] {
  return [...open(info), '-map', `0:${info.track}`, '-c', 'copy', ...spoken, '-f', 'null', '-'];
}

interface PreviewOptions {
  size: { readonly width: number; readonly height: number };
  /** Whether picture and sound are taken over as they are. */
  copyPicture: boolean;
  copySound: boolean;
  out: string;
}

/** Rewrites a video as one that every browser plays: small, with its first sound track, its times kept. */
export function browserPreview(info: VideoInfo, features: Features, options: PreviewOptions): string[] {
  const { size, copyPicture, copySound, out } = options;
  return [
    ...open(info),
    ...['-map', `0:${info.track}`, ...(info.audio[0] ? ['-map', `0:a:${info.audio[0].place}`] : ['-an']), '-sn', '-dn'],
    ...(copyPicture ? ['-c:v', 'copy'] : smallPicture(info, size, features)),
    ...(copySound ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']),
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', ...spoken, '-f', 'mp4', '-y', out],
  ];
}

/** H.264 of a bounded rate, with a whole frame every two seconds to jump to. */
function smallPicture(info: VideoInfo, { width, height }: PreviewOptions['size'], features: Features): string[] {
  const isMapped = info.hdr && features.canToneMap;
  const matrix = isMapped ? 'bt709' : info.matrix;
  const scale = `scale=${width}:${height}:flags=bicubic:in_color_matrix=${matrix}:out_color_matrix=${matrix}:out_range=tv`;
  return [
    ...['-vf', [...(isMapped ? [toneMap] : []), scale, 'setsar=1', 'format=yuv420p', statedColours(matrix)].join(',')],
    ...['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'veryfast', '-crf', '25'],
    ...['-maxrate', '3M', '-bufsize', '6M', '-force_key_frames', 'expr:gte(t,n_forced*2)'],
    ...encodedColours(matrix),
    // Frames keep their times; of several at the same time one is enough.
    ...(features.hasFpsMode ? ['-fps_mode', 'vfr'] : ['-vsync', 'vfr']),
  ];
}
