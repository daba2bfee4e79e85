import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { EngineError } from '#engine/errors';
import type { MediaInput } from '#engine/types';
import { withMedia } from '#engine/video/clip/probe-media';
import { pictureTypes, videoTypes } from '#engine/label/stated-types';
import { isSyntheticType } from '#engine/label/xmp';

export interface Label {
  readonly marked: boolean;
  /** IPTC digital source types: its own first, then its ingredients'. */
  readonly sourceTypes: string[];
}

export async function readLabel(input: MediaInput): Promise<Label> {
  try {
    return await withMedia(input, { kinds: ['video'] }, async (media) => {
      if (media.kind !== 'video') return labelOf(await readPictureTypes(input));
      return labelOf(videoTypes(media.info.tags));
    });
  } catch (cause) {
    throw new EngineError(
      'damaged_media',
      'The label cannot be read: the picture or video is damaged or of an unsupported type.',
      { cause },
    );
  }
}

function labelOf(sourceTypes: string[]): Label {
  return { marked: isSyntheticType(sourceTypes[0]), sourceTypes };
}

async function readPictureTypes(input: MediaInput): Promise<string[]> {
  // sharp caches files by path.
  const bytes = typeof input === 'string' ? await readFile(input) : input;
  return pictureTypes(bytes, await sharp(bytes).metadata());
}
