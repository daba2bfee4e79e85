import type { Image, MediaFormat } from '#engine/types';

/** A decoded picture, upright and in sRGB, with what a faithful copy of it needs besides its colours. */
export interface Picture {
  readonly image: Image;
  /** One byte a pixel, when the file has transparency. */
  readonly alpha?: Uint8Array;
  readonly format: MediaFormat;
  /** The file's XMP packet, where marks of its origin are. */
  readonly xmp?: string;
}

/** Splits interleaved RGBA into colours and transparency. */
export function splitAlpha(rgba: Uint8Array, width: number, height: number): { image: Image; alpha: Uint8Array } {
  const pixels = width * height;
  const data = new Uint8Array(3 * pixels);
  const alpha = new Uint8Array(pixels);
  for (let i = 0, from = 0, to = 0; i < pixels; i++) {
    data[to++] = rgba[from++];
    data[to++] = rgba[from++];
    data[to++] = rgba[from++];
    alpha[i] = rgba[from++];
  }
  return { image: { width, height, data }, alpha };
}

/** Interleaves them again. */
export function joinAlpha({ width, height, data }: Image, alpha: Uint8Array): Uint8Array {
  const pixels = width * height;
  const rgba = new Uint8Array(4 * pixels);
  for (let i = 0, from = 0, to = 0; i < pixels; i++) {
    rgba[to++] = data[from++];
    rgba[to++] = data[from++];
    rgba[to++] = data[from++];
    rgba[to++] = alpha[i];
  }
  return rgba;
}
