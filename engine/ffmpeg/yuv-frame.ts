import type { Box, Image } from '#engine/types';

/** How colours become brightness and two differences: BT.709 in high definition, else BT.601. */
export type Matrix = 'bt709' | 'smpte170m';

/**
 * A video's frame as codecs have it: 8 bits, limited range, one pair of colour differences for each four pixels
 * (4:2:0). `data` holds width × height bytes of brightness, then a quarter as many of either difference. Both sides even.
 */
export interface Planes {
  readonly width: number;
  readonly height: number;
  readonly matrix: Matrix;
  readonly data: Uint8Array;
}

/** A decoded picture in either of the layouts that the engine knows. */
export type Picture = Image | Planes;

export const isPlanes = (picture: Picture): picture is Planes => 'matrix' in picture;

export const planesBytes = (width: number, height: number): number => (width * height * 3) / 2;

/** Whole pixels of a picture, both corners even. */
export interface Window {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest window with even corners that holds what lies of a box in the picture. */
export function windowAround({ width, height }: Pick<Planes, 'width' | 'height'>, box: Box): Window {
  const left = Math.max(0, Math.floor(box.x) & ~1);
  const top = Math.max(0, Math.floor(box.y) & ~1);
  const right = Math.min(width, (Math.ceil(box.x + box.width) + 1) & ~1);
  const bottom = Math.min(height, (Math.ceil(box.y + box.height) + 1) & ~1);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

export const wholeOf = ({ width, height }: Planes): Window => ({ left: 0, top: 0, width, height });
