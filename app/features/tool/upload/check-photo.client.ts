import {
  damagedPhoto,
  extensionOf,
  refuseDimensions,
  refuseImageType,
  refuseSize,
  type Refusal,
} from '#contract/rules';

/** How each type of picture begins. */
const signatures = [/^\xff\xd8\xff/, /^\x89PNG/, /^GIF8/, /^RIFF.{4}WEBP/s, /^BM/];

/** Whether a file is a picture by its content, damaged or not, whatever its name says. */
async function hasImageSignature(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const start = String.fromCharCode(...bytes);
  return signatures.some((beginning) => beginning.test(start));
}

/**
 * Checks a photo before a byte is sent, by the server's rules and in its words.
 * @param unknown what is said of a file that is no picture at all
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
