import {
  damagedPhoto,
  extensionOf,
  refuseDimensions,
  refuseImageType,
  refuseSize,
  type Refusal,
} from '#contract/rules';

/** Magic bytes. */
const signatures = [/^\xff\xd8\xff/, /^\x89PNG/, /^GIF8/, /^RIFF.{4}WEBP/s, /^BM/];

async function hasImageSignature(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const start = String.fromCharCode(...bytes);
  return signatures.some((beginning) => beginning.test(start));
}

/**
 * Checks a photo by the API's rules before it is uploaded.
 * @param unknown refusal of a file that is not an image
 */
export async function checkPhoto(photo: File, unknown = refuseImageType('')): Promise<Refusal | null> {
  const refusal = refuseImageType(extensionOf(photo.name)) ?? refuseSize(photo.size);
  if (refusal) return refusal;
  try {
    const picture = await createImageBitmap(photo);
    const { width, height } = picture;
    picture.close();
    return refuseDimensions(width, height);
  } catch {
    return (await hasImageSignature(photo)) ? damagedPhoto : unknown;
  }
}
