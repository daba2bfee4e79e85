/** Pictures are read whole. */
export const MAX_PICTURE_BYTES = 64 * 1024 * 1024;

/** The file is not examined. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}
