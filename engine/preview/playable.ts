import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { thisMachine } from '#engine/decoder/machine';
import { EngineError, throwIfAborted } from '#engine/errors';
import type { MovingMedia } from '#engine/video/clip';
import type { WorkOptions } from '#engine/photo/context';
import type { MediaInput } from '#engine/types';
import { damagedVideo } from '#engine/ffmpeg/ffprobe';
import { browserPreview } from '#engine/ffmpeg/preview-arguments';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { runToEnd } from '#engine/ffmpeg/progress';
import { encoderFailed } from '#engine/ffmpeg/ffmpeg-process';
import { hasPlayablePicture, hasPlayableSound } from './browsers';

export interface PlayableRequest extends WorkOptions {
  media: MediaInput;
  /** Path of the result, an mp4. Written beside itself and renamed, so it is whole or absent. */
  out: string;
  /** Largest height in pixels; 720 unless told otherwise. */
  maxHeight?: number;
}

/** Size of the result, pixels. */
export interface Playable {
  width: number;
  height: number;
}

/**
 * Makes of a video an mp4 that every browser plays, with the same times, from file to file in bounded memory. What is
 * fit already is taken over as it is.
 * @throws EngineError `damaged_media`, `unsupported_type`, `out_of_space`, `aborted`
 */
export async function makePlayable(media: MovingMedia, request: PlayableRequest): Promise<Playable> {
  if (media.kind === 'gif') {
    throw new EngineError('unsupported_type', 'Browsers play this animation as it is. Use the file itself.');
  }
  const { info } = media;
  const { out, maxHeight = 720, signal, onProgress } = request;
  const size = bounded(info, maxHeight);
  const partial = path.resolve(path.dirname(out), `.${path.basename(out)}.${randomUUID()}.part`);
  const copyPicture = hasPlayablePicture(info) && size.height === info.height;
  const options = { size, copyPicture, copySound: hasPlayableSound(info), out: partial };
  const onTime = (ms: number) => onProgress?.('writing', Math.min(99, (100 * ms) / (info.durationMs || Infinity)));
  try {
    const args = browserPreview(info, (await thisMachine()).features, options);
    const { file, maxPixels } = info;
    await runToEnd({ kind: 'file', args, reads: [file], writes: [partial], maxPixels }, { signal, onTime });
    throwIfAborted(signal);
    await rename(partial, out);
    onProgress?.('writing', 100);
    return size;
  } catch (error) {
    throw reasonOf(error);
  } finally {
    await rm(partial, { force: true });
  }
}

function bounded({ width, height }: VideoInfo, maxHeight: number): Playable {
  if (height <= maxHeight) return { width, height };
  return { width: 2 * Math.round((width * maxHeight) / height / 2), height: maxHeight };
}

/** When it is not the disk it is the media: the way of writing is always the same. */
function reasonOf(error: unknown): EngineError {
  const named = encoderFailed(error);
  return named.code === 'internal' ? damagedVideo(error) : named;
}
