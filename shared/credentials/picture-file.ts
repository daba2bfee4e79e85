import { JPEG, PNG, type Asset } from '@trustnxt/c2pa-ts/asset';
import { Gif } from './gif';
import { assertFewChunks, assertFewSegments } from './picture-parts';
import { WebP } from './webp';

/**
 * A picture in memory, with the place of its manifest; absent for other formats.
 * @throws TooLarge for a file of too many parts, Error if it is damaged
 */
export function pictureFile(bytes: Uint8Array<ArrayBuffer>): Asset | undefined {
  if (JPEG.canRead(bytes)) {
    assertFewSegments(bytes);
    return new JPEG(bytes);
  }
  if (PNG.canRead(bytes)) {
    assertFewChunks(bytes);
    return new PNG(bytes);
  }
  if (WebP.canRead(bytes)) return new WebP(bytes);
  if (Gif.canRead(bytes)) return new Gif(bytes);
  return undefined;
}
