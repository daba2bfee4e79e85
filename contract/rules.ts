/** The specification's constants and limits (points 5 and 9), and the words in which each is refused. */

export const defaultToolId = 'P001';
export const pageSize = { firstPage: 1, default: 20, max: 100 } as const;
export const retryRule = { attempts: 5, stepMs: 300, never: [401, 403, 404, 429] as readonly number[] } as const;
export const passwordLength = { min: 8, max: 128 } as const;

export const playableVideoTypes = ['mp4', 'mov', 'mpeg', 'webm', '3gp', 'm4v'] as const;
export const otherVideoTypes = ['wmv', 'asf', 'avi', 'mkv', 'ts'] as const;
export const videoTypes = [...playableVideoTypes, ...otherVideoTypes] as const;
export const imageTypes = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp'] as const;

export const imageSide = { min: 160, max: 4000 } as const;
export const imageRatio = { min: 9 / 21, max: 21 / 9 } as const;
export const gifMaxMs = 15_000;
export const videoMaxMs = 30 * 60 * 1000 * 1000;
export const largeFileBytes = 30 * 1024 * 1024;
/** Larger photos are refused: nothing within the sides above needs more. */
export const photoMaxBytes = 60 * 1024 * 1024;

export type MediaKind = 'photo' | 'gif' | 'video';

export interface Refusal {
  error: 'unsupported_type' | 'bad_dimensions' | 'too_large' | 'damaged_media' | 'no_face';
  message: string;
}

const number = new Intl.NumberFormat('en');
const megabytes = (bytes: number) => `${number.format(Math.round(bytes / 104857.6) / 10)} MB`;

/** The extension of a file name in lower case, without the dot; empty when it has none. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Refuses a photo whose name or sniffed format is none of the image types. */
export function refuseImageType(format: string): Refusal | null {
  if ((imageTypes as readonly string[]).includes(format.toLowerCase())) return null;
  const given = format ? `This is a ${format.toUpperCase()} file` : 'This file is not a picture we know';
  return {
    error: 'unsupported_type',
    message: `${given}. Photos can be JPG, PNG, GIF, WebP or BMP: save it as one of these and choose it again.`,
  };
}

/** Refuses a picture whose sides (displayed pixels) or ratio are out of bounds. */
export function refuseDimensions(width: number, height: number): Refusal | null {
  const size = `This picture is ${number.format(width)} × ${number.format(height)} px`;
  if (Math.min(width, height) < imageSide.min) {
    return {
      error: 'bad_dimensions',
      message: `${size}. Each side must have at least ${imageSide.min} px: choose a larger one.`,
    };
  }
  if (Math.max(width, height) > imageSide.max) {
    return {
      error: 'bad_dimensions',
      message: `${size}. Each side may have at most ${number.format(imageSide.max)} px: make it smaller and choose it again.`,
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

/** Refuses a photo file larger than any photo needs to be. */
export function refuseSize(bytes: number, max: number = photoMaxBytes): Refusal | null {
  if (bytes <= 0) {
    return { error: 'damaged_media', message: 'This file is empty. Choose it again, or another one.' };
  }
  if (bytes <= max) return null;
  return {
    error: 'too_large',
    message: `This file has ${megabytes(bytes)}. A photo may have at most ${megabytes(max)}: make it smaller and choose it again.`,
  };
}

/** Said of content that starts like a picture and cannot be read to its end. */
export const damagedPhoto: Refusal = {
  error: 'damaged_media',
  message: 'This picture is damaged: it could not be read to its end. Open it, save it again, and choose the new file.',
};

/** Said of a picture without a usable face. */
export const noFace: Refusal = {
  error: 'no_face',
  message:
    'We found no face in this picture. Faces work best when they look towards the camera, in good light and not too small.',
};
