import type { Features } from '#engine/decoder/programs';
import { copiedTypes, videoTypes } from '#engine/label/stated-types';
import { VIDEO_TAG } from '#engine/label/xmp';
import type { Size } from '#engine/media/size';
import { colourFilter, colourOptions, decoderOptions, mp4Output } from './arguments';
import { inputOf, progressToStdout, scaledVideo } from './preview-arguments';
import type { VideoInfo } from './probe';

interface ExportOptions {
  size: Size;
  isCopied: boolean;
  sound: boolean;
  out: string;
}

export const labelTags = (sourceType: string) => ({ comment: 'AI modified', [VIDEO_TAG]: sourceType });

const quality = ['-crf', '20'];

/** All audio tracks, or none; a result's audio always fits. */
export function exportedVideo(info: VideoInfo, features: Features, options: ExportOptions): string[] {
  const { size, isCopied, sound, out } = options;
  return [
    ...(isCopied ? [] : decoderOptions(info, features)),
    ...inputOf(info),
    ...['-map', `0:${info.track}`],
    ...(sound ? info.audio.flatMap(({ position }) => ['-map', `0:a:${position}`]) : ['-an']),
    ...['-sn', '-dn'],
    ...(isCopied ? ['-c:v', 'copy'] : scaledVideo(info, size, features, quality)),
    ...(sound ? ['-c:a', 'copy'] : []),
    ...progressToStdout,
    ...mp4Output(out, labelTags(copiedTypes(videoTypes(info.tags)).own)),
  ];
}

const bt709 = { matrix: 'bt709', primaries: 'bt709' } as const;

export function rgbVideo({ width, height }: Size, fps: number, sourceType: string, out: string): string[] {
  const scale = 'scale=flags=bicubic+accurate_rnd:out_color_matrix=bt709:out_range=tv';
  return [
    ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-video_size', `${width}x${height}`, '-framerate', String(fps)],
    ...['-i', 'pipe:0', '-vf', `${scale},format=yuv420p,${colourFilter(bt709)}`],
    ...['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'veryfast', '-crf', '19'],
    ...colourOptions(bt709),
    ...mp4Output(out, labelTags(sourceType)),
  ];
}
