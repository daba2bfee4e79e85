import type { Box, Image } from '#engine/types';

export type Matrix = 'bt709' | 'smpte170m';

/** 8 bits, limited range, 4:2:0: width × height bytes of luma, then u and v of a quarter each. Both sides are even. */
export interface Yuv420Frame {
  readonly width: number;
  readonly height: number;
  readonly matrix: Matrix;
  readonly data: Uint8Array;
}

export type Frame = Image | Yuv420Frame;

export const isYuv420 = (picture: Frame): picture is Yuv420Frame => 'matrix' in picture;

export const yuv420Bytes = (width: number, height: number): number => (width * height * 3) / 2;

/** Whole pixels, even corners. */
export interface Window {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function windowAround({ width, height }: Pick<Yuv420Frame, 'width' | 'height'>, box: Box): Window {
  const left = Math.max(0, Math.floor(box.x) & ~1);
  const top = Math.max(0, Math.floor(box.y) & ~1);
  const right = Math.min(width, (Math.ceil(box.x + box.width) + 1) & ~1);
  const bottom = Math.min(height, (Math.ceil(box.y + box.height) + 1) & ~1);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

export const wholeFrame = ({ width, height }: Yuv420Frame): Window => ({ left: 0, top: 0, width, height });
