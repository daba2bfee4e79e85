import { viewOf } from './bytes';
import { TooLarge } from './read-limits';

/** Segments or chunks. A PNG of 64 MB has 8,000 when its encoder writes 8 KB each. */
const MAX_PARTS = 100_000;

const START_OF_SCAN = 0xda;
const IEND = 0x49454e44;

/** @throws TooLarge for a file of so many parts that listing them takes seconds */
export function assertFewParts(parts: number): void {
  if (parts > MAX_PARTS) throw new TooLarge('The picture has too many parts to be read.');
}

/** Before the library lists them. @throws TooLarge */
export function assertFewSegments(jpeg: Uint8Array): void {
  const view = viewOf(jpeg);
  let offset = 2;
  for (
    let parts = 1;
    offset + 4 <= jpeg.length && jpeg[offset] === 0xff && jpeg[offset + 1] !== START_OF_SCAN;
    parts++
  ) {
    assertFewParts(parts);
    offset += 2 + view.getUint16(offset + 2);
  }
}

/** Before the library lists them. @throws TooLarge */
export function assertFewChunks(png: Uint8Array): void {
  const view = viewOf(png);
  let offset = 8;
  for (let parts = 1; offset + 12 <= png.length && view.getUint32(offset + 4) !== IEND; parts++) {
    assertFewParts(parts);
    offset += 12 + view.getUint32(offset);
  }
}
