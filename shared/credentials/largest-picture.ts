/** Pictures are read whole. */
export const MAX_PICTURE_BYTES = 64 * 1024 * 1024;
