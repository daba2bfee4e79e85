import {
  damagedPhoto,
  extensionOf,
  refuseDimensions,
  refuseImageType,
  refuseSize,
  type Refusal,
} from '#contract/rules';

/** Checks a photo before a byte is sent, by the server's rules and in its words. */
export async function checkPhoto(photo: File): Promise<Refusal | null> {
  const refusal = refuseImageType(extensionOf(photo.name)) ?? refuseSize(photo.size);
  if (refusal) return refusal;
  try {
    const picture = await createImageBitmap(photo);
    const { width, height } = picture;
    picture.close();
    return refuseDimensions(width, height);
  } catch {
    return damagedPhoto;
  }
}
