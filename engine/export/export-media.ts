import { EngineError } from '#engine/errors';
import type { MediaOptions } from '#engine/photo/context';
import type { MediaInput, MediaKind } from '#engine/types';
import type { Media } from '#engine/video/clip/probe-media';
import { exportAnimation, exportAnimationAsVideo } from './export-animation';
import { exportPicture } from './export-picture';
import { exportVideo, exportVideoAsAnimation } from './export-video';
import type { Size } from '#engine/media/size';

export type PictureFormat = 'jpeg' | 'png' | 'webp';
export type AnimationFormat = 'gif' | 'webp';
export type ExportFormat = PictureFormat | AnimationFormat | 'mp4';

const exportFormats = {
  photo: ['jpeg', 'png', 'webp'],
  gif: ['gif', 'mp4', 'webp'],
  video: ['mp4', 'gif', 'webp'],
} as const satisfies Record<MediaKind, readonly ExportFormat[]>;

/** `fromMs`: start of an animation that is made from a video. */
export interface ExportRequest extends MediaOptions {
  /** Its visible label is in its pixels. */
  media: MediaInput;
  /** Complete or absent. */
  out: string;
  format: ExportFormat;
  /** Pixels; smaller media keep theirs. */
  shortSide?: number;
  /** Videos; default true. */
  sound?: boolean;
}

/**
 * Adds the machine-readable label. Returns the size.
 * @throws EngineError `unsupported_type` for a format that the kind of media has not
 */
export async function exportMedia(media: Media, request: ExportRequest): Promise<Size> {
  const { format } = request;
  if (!(exportFormats[media.kind] as readonly ExportFormat[]).includes(format)) {
    const formats = exportFormats[media.kind].join(', ');
    throw new EngineError('unsupported_type', `A ${media.kind} cannot become ${format}. Choose one of ${formats}.`);
  }
  if (media.kind === 'photo') return exportPicture(request.media, format as PictureFormat, request);
  if (media.kind === 'gif') {
    if (format === 'mp4') return exportAnimationAsVideo(media.animation, request);
    return exportAnimation(media.animation, format as AnimationFormat, request);
  }
  if (format === 'mp4') return exportVideo(media.info, request);
  return exportVideoAsAnimation(media.info, format as AnimationFormat, request);
}
