/** Apart from what needs the library for manifests: pages name these limits before they load it. */

/** Pictures are read whole. */
export const MAX_PICTURE_BYTES = 64 * 1024 * 1024;

/** Bytes of a manifest that are read; ours have fewer than 100 KB, those with pictures of their ingredients more. */
export const MAX_MANIFEST_BYTES = 2 * 1024 * 1024;

/** The file is not examined. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}
