import {
  extensionOf,
  refuseDimensions,
  refuseDuration,
  refuseMediaType,
  refuseSize,
  type Refusal,
} from '#contract/rules';

import { kindOfFile } from '#contract/media-types';

import { checkPhoto } from './check-photo.client';
import { gifDuration } from './gif-duration';
import type { FileRefusal } from './upload-types';

/** Applies the API's rules. */
export async function checkMedia(file: File): Promise<FileRefusal | null> {
  const kind = kindOfFile(file);
  if (!kind) return refuseMediaType(extensionOf(file.name));
  const refusal = refuseSize(file.size, kind);
  if (refusal || kind === 'video') return refusal ?? checkVideo(file);
  return (await checkPhoto(file, refuseMediaType(''))) ?? (kind === 'gif' ? checkGif(file) : null);
}

async function checkGif(file: File): Promise<Refusal | null> {
  const duration = gifDuration(new Uint8Array(await file.arrayBuffer()));
  return duration === null ? null : refuseDuration(duration, 'gif');
}

/** Null if the browser cannot decode it: the server probes it. */
async function checkVideo(file: File): Promise<Refusal | null> {
  const video = document.createElement('video');
  const source = URL.createObjectURL(file);
  try {
    video.preload = 'metadata';
    video.muted = true;
    const isKnown = await new Promise<boolean>((resolve) => {
      video.onloadedmetadata = () => resolve(true);
      video.onerror = () => resolve(false);
      setTimeout(resolve, 3_000, false);
      video.src = source;
    });
    if (!isKnown || !video.videoWidth) return null;
    const { videoWidth, videoHeight, duration } = video;
    const lengthMs = Number.isFinite(duration) ? 1000 * duration : 0;
    return refuseDimensions(videoWidth, videoHeight, 'video') ?? refuseDuration(lengthMs, 'video');
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(source);
  }
}
