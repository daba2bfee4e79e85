/** Specification, points 5 and 9. */

import { formatNumber } from '#shared/format-number';
import { imageTypes, kindOfType, videoTypes, type MediaKind } from './media-types';

export * from './media-types';

export const defaultToolId = 'P001';
/** Of the id of a quality: `mesh`, or the id of a pack of the engine. */
export const qualityPattern = /^[a-z0-9][a-z0-9_.-]{0,63}$/;
export const pageSize = { firstPage: 1, default: 20, max: 100 } as const;
export const retryRule = { attempts: 5, stepMs: 300 } as const;

/** Each started second; less than a tenth does not count, since pages show tenths. */
export const paidSeconds = (durationMs: number): number => Math.max(1, Math.ceil(Math.floor(durationMs / 100) / 10));

export const passwordLength = { min: 8, max: 128 } as const;

export const imageSide = { min: 160, max: 4000 } as const;
/** Old phones recorded 176 × 144 px; DCI 4K is 4096 px wide. */
export const videoSide = { min: 96, max: 4096 } as const;
export const imageRatio = { min: 9 / 21, max: 21 / 9 } as const;
export const gifMaxMs = 15_000;
/** 500 hours: the specification's “practically without end”. */
export const videoMaxMs = 30 * 60 * 1000 * 1000;
export const largeFileBytes = 30 * 1024 * 1024;
/** Pictures within the limits of their sides do not need more. */
export const photoMaxBytes = 60 * 1024 * 1024;
export const videoMaxBytes = 4 * 1024 * 1024 * 1024;

export const mediaNameLength = 120;

export const undoMs = 10_000;

/** One zip file: how many creations, and how many bytes of them. */
export const zipMaxFiles = 20;
export const zipMaxBytes = 2 * 1024 * 1024 * 1024;

export const faceNameLength = 40;
/** Of the reason. */
export const appealLength = 2000;
export const facePhotosMax = 8;

/** Bytes. */
export const maxBytes: Record<MediaKind, number> = { photo: photoMaxBytes, gif: photoMaxBytes, video: videoMaxBytes };

export const filmstripFrames = 12;

export const exportFormats = {
  photo: ['jpg', 'png', 'webp'],
  gif: ['gif', 'mp4', 'webp'],
  video: ['mp4', 'gif', 'webp'],
} as const satisfies Record<MediaKind, readonly string[]>;
/** Pixels of the shorter side. */
export const exportSides = [1080, 720, 480] as const;
export const animationOfVideo = { maxMs: 15_000, maxSide: 480 } as const;
export const exportsPerCreation = 30;

export interface Refusal {
  error: 'unsupported_type' | 'bad_dimensions' | 'too_large' | 'too_long' | 'damaged_media' | 'no_face';
  message: string;
}

const megabytes = (bytes: number) => `${formatNumber(Math.round(bytes / 104857.6) / 10)} MB`;
const seconds = (ms: number) => `${formatNumber(Math.ceil(ms / 10) / 100)} s`;
const nouns: Record<MediaKind, string> = { photo: 'picture', gif: 'GIF', video: 'video' };

export function refuseImageType(format: string): Refusal | null {
  if ((imageTypes as readonly string[]).includes(format.toLowerCase())) return null;
  const given = format ? `${format.toUpperCase()} files do not work here` : 'This file is not a picture we know';
  return {
    error: 'unsupported_type',
    message: `${given}. Photos can be JPG, PNG, GIF, WebP, BMP, HEIC or AVIF: save it as one of these and choose it again.`,
  };
}

export function refuseMediaType(format: string): Refusal | null {
  if (kindOfType(format)) return null;
  const given = format
    ? `${format.toUpperCase()} files do not work here`
    : 'This file is not a picture or video we know';
  return {
    error: 'unsupported_type',
    message: `${given}. Photos can be JPG, PNG, GIF, WebP, BMP, HEIC or AVIF, videos ${videoTypes.map((type) => type.toUpperCase()).join(', ')}: save it as one of these and choose it again.`,
  };
}

/** @param kind undefined if only a photo is accepted */
export const refuseAnimation = (kind?: MediaKind) => ({
  error: 'unsupported_type' as const,
  message: kind
    ? 'This picture is animated in a way that does not work here. Save it as a GIF, an animated WebP or a video, and choose that.'
    : 'This picture is animated. Choose a still one.',
});

/** Displayed pixels. */
export function refuseDimensions(width: number, height: number, kind: MediaKind = 'photo'): Refusal | null {
  const side = kind === 'video' ? videoSide : imageSide;
  const size = `This ${nouns[kind]} is ${formatNumber(width)} × ${formatNumber(height)} px`;
  if (Math.min(width, height) < side.min) {
    return {
      error: 'bad_dimensions',
      message: `${size}. Each side must have at least ${side.min} px: choose a larger one.`,
    };
  }
  if (Math.max(width, height) > side.max) {
    return {
      error: 'bad_dimensions',
      message: `${size}. Each side may have at most ${formatNumber(side.max)} px: make it smaller and choose it again.`,
    };
  }
  const ratio = width / height;
  if (ratio < imageRatio.min || ratio > imageRatio.max) {
    return {
      error: 'bad_dimensions',
      message: `${size}, too ${ratio < 1 ? 'tall' : 'wide'}. The sides may differ by 21 to 9 at most: crop it and choose it again.`,
    };
  }
  return null;
}

export function refuseDuration(ms: number, kind: MediaKind): Refusal | null {
  const longest = { photo: Infinity, gif: gifMaxMs, video: videoMaxMs }[kind];
  if (ms <= longest) return null;
  return {
    error: 'too_long',
    message: `This ${nouns[kind]} lasts ${seconds(ms)}. It may last at most ${seconds(longest)}: cut it shorter and choose it again.`,
  };
}

export function refuseSize(bytes: number, kind: MediaKind = 'photo'): Refusal | null {
  if (bytes <= 0) {
    return { error: 'damaged_media', message: 'This file is empty. Choose it again, or another one.' };
  }
  if (bytes <= maxBytes[kind]) return null;
  const noun = kind === 'photo' ? 'photo' : nouns[kind];
  return {
    error: 'too_large',
    message: `This file has ${megabytes(bytes)}. A ${noun} may have at most ${megabytes(maxBytes[kind])}: make it smaller and choose it again.`,
  };
}

export const damagedPhoto: Refusal = {
  error: 'damaged_media',
  message: 'This picture is damaged: it could not be read to its end. Open it, save it again, and choose the new file.',
};

export const damagedVideo: Refusal = {
  error: 'damaged_media',
  message: 'This video is damaged: it could not be read. Play it to its end, save it again, and choose the new file.',
};

export const refuseFaceless = (kind: MediaKind = 'photo'): Refusal => ({
  error: 'no_face',
  message: `We found no face in this ${nouns[kind]}. Faces work best when they look towards the camera, in good light and not too small.`,
});
