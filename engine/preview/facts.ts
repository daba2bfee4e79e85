import type { Media } from '#engine/video/clip/probe-media';
import type { MediaOptions } from '#engine/photo/context';
import { inspectPicture } from '#engine/media/read-picture';
import { checkDuration, defaultLimits } from '#engine/media/limits';
import type { MediaFacts, MediaFormat, MediaInput } from '#engine/types';
import { formatOf } from '#engine/video/clip/clip';
import { measureDuration } from '#engine/ffmpeg/measure';
import { toNumber } from '#engine/ffmpeg/rational';
import { playsInBrowsers } from './browsers';

/** Not every browser shows these. */
const convertedFormats: readonly MediaFormat[] = ['heic', 'avif'];

export async function mediaFacts(media: Media, input: MediaInput, options: MediaOptions): Promise<MediaFacts> {
  if (media.kind === 'photo') {
    const { format, width, height } = await inspectPicture(input, options.limits);
    return {
      kind: 'photo',
      format,
      width,
      height,
      hasAudio: false,
      playsInBrowsers: !convertedFormats.includes(format),
    };
  }
  if (media.kind === 'gif') {
    const { format, width, height, durationMs, delays } = media.animation;
    const fps = (1000 * delays.length) / durationMs;
    return { kind: 'gif', format, width, height, durationMs, fps, hasAudio: false, playsInBrowsers: true };
  }
  const { info } = media;
  const durationMs = Math.round(await measureDuration(info, options.signal));
  checkDuration(durationMs, options.limits?.maxVideoMs ?? defaultLimits.maxVideoMs);
  return {
    kind: 'video',
    format: formatOf[info.demuxer],
    width: info.width,
    height: info.height,
    durationMs,
    fps: toNumber(info.frameRate),
    hasAudio: info.audio.length > 0,
    playsInBrowsers: await playsInBrowsers(info),
  };
}
