import { installedDecoders } from '#engine/decoder/installed';
import { EngineError, throwIfAborted } from '#engine/errors';
import type { ClipMedia } from '#engine/video/clip/clip';
import type { WorkOptions } from '#engine/photo/context';
import type { MediaInput } from '#engine/types';
import { withPartialFile } from '#engine/media/write-picture';
import { damagedVideo } from '#engine/ffmpeg/ffprobe';
import { browserPreview } from '#engine/ffmpeg/preview-arguments';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { encodeWithProgress } from '#engine/ffmpeg/progress';
import { toEncodingError } from '#engine/ffmpeg/ffmpeg-process';
import { canCopyVideo, canCopyAudio } from './browsers';

export interface PlayableRequest extends WorkOptions {
  media: MediaInput;
  /** Complete or absent. */
  out: string;
  /** Pixels; default 720. */
  maxHeight?: number;
}

export interface Playable {
  width: number;
  height: number;
}

/**
 * Keeps timestamps, copies compatible streams; bounded memory.
 * @throws EngineError `damaged_media`, `unsupported_type`, `out_of_space`, `aborted`
 */
export async function makePlayable(media: ClipMedia, request: PlayableRequest): Promise<Playable> {
  if (media.kind === 'gif') {
    throw new EngineError('unsupported_type', 'Browsers play this animation as it is. Use the file itself.');
  }
  const { info } = media;
  const { out, maxHeight = 720, signal, onProgress } = request;
  const size = scaledSize(info, maxHeight);
  const copyVideo = canCopyVideo(info) && size.height === info.height;
  const options = { size, copyVideo, copyAudio: canCopyAudio(info) };
  await withPartialFile(out, async (partial) => {
    const args = browserPreview(info, (await installedDecoders()).features, { ...options, out: partial });
    await encodeWithProgress(info, args, partial, { signal, onProgress });
    throwIfAborted(signal);
  }).catch((error: unknown) => {
    throw reasonOf(error);
  });
  onProgress?.('writing', 100);
  return size;
}

function scaledSize({ width, height }: VideoInfo, maxHeight: number): Playable {
  if (height <= maxHeight) return { width, height };
  return { width: 2 * Math.round((width * maxHeight) / height / 2), height: maxHeight };
}

/** Other failures come from the media. */
function reasonOf(error: unknown): EngineError {
  const named = toEncodingError(error);
  return named.code === 'internal' ? damagedVideo(error) : named;
}
