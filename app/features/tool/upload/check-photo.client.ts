import {
  damagedPhoto,
  extensionOf,
  refuseDimensions,
  refuseImageType,
  refuseSize,
  type Refusal,
} from '#contract/rules';

import { smallerCopyOf } from './shrink-photo.client';
import type { FileRefusal } from './upload-types';

/** Magic bytes. */
const signatures = [/^\xff\xd8\xff/, /^\x89PNG/, /^GIF8/, /^RIFF.{4}WEBP/s, /^BM/];
/** HEIC and AVIF; not every browser decodes them. */
const convertedSignature = /^.{4}ftyp/s;

/** Enough for signatures, and for the chunks before the pixels that announce an animation. */
const startBytes = 4096;

async function firstBytes(file: File): Promise<string> {
  return String.fromCharCode(...new Uint8Array(await file.slice(0, startBytes).arrayBuffer()));
}

/**
 * Applies the API's rules, except to HEIC and AVIF.
 * @param unknown refusal of a file that is not an image
 */
export async function checkPhoto(photo: File, unknown = refuseImageType('')): Promise<(Refusal & FileRefusal) | null> {
  const refusal = refuseImageType(extensionOf(photo.name)) ?? refuseSize(photo.size);
  if (refusal) return refusal;
  const start = await firstBytes(photo);
  if (convertedSignature.test(start)) return null;
  try {
    const picture = await createImageBitmap(photo);
    const { width, height } = picture;
    picture.close();
    const wrongSize = refuseDimensions(width, height);
    return wrongSize && { ...wrongSize, makeSmallerCopy: smallerCopyOf(photo, start, { width, height }) };
  } catch {
    return signatures.some((beginning) => beginning.test(start)) ? damagedPhoto : unknown;
  }
}
