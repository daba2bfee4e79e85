import type { Metadata } from 'sharp';
import { readGifComment } from './gif-comment';
import { COMPOSITE_SYNTHETIC, isSyntheticType, readSourceTypes, VIDEO_TAG } from './xmp';

/** Of a picture or animation: its own first, then its ingredients'. A GIF states its own in a comment. */
export function pictureTypes(bytes: Buffer, header: Pick<Metadata, 'format' | 'xmpAsString'>): string[] {
  const comment = header.format === 'gif' ? readGifComment(bytes) : undefined;
  return isSyntheticType(comment) ? [comment] : readSourceTypes(header.xmpAsString ?? '');
}

export function videoTypes(tags: Readonly<Record<string, string>>): string[] {
  return tags[VIDEO_TAG] ? [tags[VIDEO_TAG]] : [];
}

export interface SourceTypes {
  readonly own: string;
  readonly ingredients: readonly string[];
}

/** Of a copy of a result, which keeps the result's own. */
export function copiedTypes(stated: readonly string[]): SourceTypes {
  const [own, ...ingredients] = stated;
  return isSyntheticType(own) ? { own, ingredients } : { own: COMPOSITE_SYNTHETIC, ingredients: stated };
}
