import type { Image, MediaFormat } from '#engine/types';

/** Upright, sRGB. */
export interface Picture {
  readonly image: Image;
  readonly alpha?: Uint8Array;
  readonly format: MediaFormat;
  readonly xmp?: string;
}

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

/** As most pages show it. */
export function overWhite({ image, alpha }: Pick<Picture, 'image' | 'alpha'>): Image {
  if (!alpha) return image;
  const blended = image.data.slice();
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    if (alpha[pixel] === 255) continue; // most pixels of most pictures
    const share = alpha[pixel] / 255;
    for (let i = 3 * pixel; i < 3 * pixel + 3; i++) blended[i] = blended[i] * share + 255 * (1 - share) + 0.5;
  }
  return { ...image, data: blended };
}
