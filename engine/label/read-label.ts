import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { EngineError } from '../errors';
import type { MediaInput } from '../types';
import { COMPOSITE_SYNTHETIC, readSourceTypes } from './xmp';

export interface Label {
  /** Whether the file says of itself that it is a composite made with software. */
  readonly marked: boolean;
  /** The IPTC digital source types it states: its own first, then those of what it was made from. */
  readonly sourceTypes: string[];
}

/** Reads back the machine-readable mark of a JPEG, PNG or WebP file. */
export async function readLabel(input: MediaInput): Promise<Label> {
  try {
    // By its bytes: sharp remembers files by their path, and a result may have been written anew.
    const bytes = typeof input === 'string' ? await readFile(input) : input;
    const { xmpAsString = '' } = await sharp(bytes).metadata();
    const sourceTypes = readSourceTypes(xmpAsString);
    return { marked: sourceTypes[0] === COMPOSITE_SYNTHETIC, sourceTypes };
  } catch (cause) {
    throw new EngineError('damaged_media', 'The label cannot be read: this is not a whole JPEG, PNG or WebP file.', {
      cause,
    });
  }
}
