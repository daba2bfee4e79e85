import { imageSide, refuseDimensions } from '#contract/rules';

/** By the magic bytes of the photo. Browsers write PNG where they cannot write WebP. */
const copyTypes = [
  { start: /^\xff\xd8\xff/, type: 'image/jpeg' },
  { start: /^\x89PNG/, type: 'image/png' },
  { start: /^RIFF.{4}WEBP/s, type: 'image/webp' },
  { start: /^BM/, type: 'image/png' },
];
const lossyQuality = 0.95;

/** Bit of the flags of an extended WebP. */
const animationFlag = 0x02;

function isAnimated(start: string): boolean {
  if (/^RIFF.{4}WEBPVP8X/s.test(start)) return (start.charCodeAt(20) & animationFlag) !== 0;
  return /^\x89PNG(?:(?!IDAT).)*acTL/s.test(start);
}

/** Displayed pixels. */
interface Size {
  width: number;
  height: number;
}

/** Rounds up: rounding down could exceed the ratio that the sides may have. */
function shrunkSize({ width, height }: Size): Size {
  const longest = Math.max(width, height);
  const shrink = (side: number) => Math.ceil((side * imageSide.max) / longest);
  return { width: shrink(width), height: shrink(height) };
}

/**
 * For photos of phones, whose sides exceed the rules.
 * @param start the photo's first bytes, with what announces an animation
 * @returns a function that makes a copy within the rules; undefined if the photo is not too large or no copy can be made,
 *   or if it is animated: a copy would be its first frame
 */
export function smallerCopyOf(photo: File, start: string, size: Size): (() => Promise<File>) | undefined {
  const type = copyTypes.find((one) => one.start.test(start))?.type;
  if (!type || isAnimated(start) || Math.max(size.width, size.height) <= imageSide.max) return undefined;
  const smaller = shrunkSize(size);
  return refuseDimensions(smaller.width, smaller.height) ? undefined : () => draw(photo, smaller, type);
}

/** Upright and without metadata. Keeps name and date, by which an interrupted upload of it is found. */
async function draw(photo: File, size: Size, type: string): Promise<File> {
  const picture = await createImageBitmap(photo);
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, size.width, size.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, lossyQuality));
  if (!blob) throw new Error('The browser could not encode the picture.');
  return new File([blob], photo.name, { type: blob.type, lastModified: photo.lastModified });
}
