import { colourOptions, colourFilter, decoderOptions, deinterlacing, mirroring, yuv420Filter } from './arguments';
import { outputColours, toBt709 } from './bt709';
import { blackBars, fittedSides } from './fit';
import type { VideoInfo } from './probe';
import { mixedToStereo } from './sound-layout';
import type { Features } from '#engine/decoder/programs';

export const inputOf = ({ file, demuxer }: VideoInfo) => ['-protocol_whitelist', 'file', '-f', demuxer, '-i', file];
export const progressToStdout = ['-progress', 'pipe:1'];

interface PreviewOptions {
  size: { readonly width: number; readonly height: number };
  copyVideo: boolean;
  copyAudio: boolean;
  out: string;
}

/** With the first audio track and the original timestamps. */
export function browserPreview(info: VideoInfo, features: Features, options: PreviewOptions): string[] {
  const { size, copyVideo, copyAudio, out } = options;
  const [sound] = info.audio;
  const mixed = sound ? mixedToStereo(sound) : [];
  return [
    ...(copyVideo ? [] : decoderOptions(info, features)),
    ...inputOf(info),
    ...['-map', `0:${info.track}`, ...(sound ? ['-map', `0:a:${sound.position}`] : ['-an']), '-sn', '-dn'],
    ...(copyVideo ? ['-c:v', 'copy'] : scaledVideo(info, size, features, previewQuality)),
    ...(copyAudio ? ['-c:a', 'copy'] : [...mixed, '-c:a', 'aac', '-b:a', '128k', '-ac', '2']),
    ...[
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
      '-movflags',
      '+faststart',
      ...progressToStdout,
      '-f',
      'mp4',
      '-y',
      out,
    ],
  ];
}

const previewQuality = ['-crf', '25', '-maxrate', '3M', '-bufsize', '6M'];

/** A keyframe every two seconds, for seeking. */
export function scaledVideo(
  info: VideoInfo,
  size: PreviewOptions['size'],
  features: Features,
  quality: readonly string[],
): string[] {
  const colours = outputColours(info);
  const { matrix } = colours;
  const scale = `scale=${fittedSides(size)}:flags=bicubic:in_color_matrix=${matrix}:out_color_matrix=${matrix}:out_range=tv`;
  return [
    ...[
      '-vf',
      [
        ...mirroring(info, features),
        ...deinterlacing(info),
        ...toBt709(info, features),
        scale,
        'setsar=1',
        yuv420Filter(info),
        blackBars(size),
        colourFilter(colours),
      ].join(','),
    ],
    ...['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'veryfast', ...quality],
    ...['-force_key_frames', 'expr:gte(t,n_forced*2)'],
    ...colourOptions(colours),
    // Keeps timestamps, drops duplicates.
    ...(features.hasFpsMode ? ['-fps_mode', 'vfr'] : ['-vsync', 'vfr']),
  ];
}
