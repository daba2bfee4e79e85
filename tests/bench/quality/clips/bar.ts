import { FRAME } from './motion';

const WIDTH = 80;
const pace = (FRAME.width + WIDTH) / 48;

/** Even: chroma is subsampled. */
const leftEdge = (frame: number) => 2 * Math.floor(pace * (frame + 0.5)) - WIDTH;

/** From `[v]` to `[out]`. ffmpeg's frame counter starts at one. */
export const barFilters = (fps: number): string =>
  `color=c=0x4a6b52:s=${WIDTH}x${FRAME.height}:r=${fps}[bar];` +
  `[v][bar]overlay=x='2*floor(${pace}*(floor(t*${fps}+0.5)+0.5))-${WIDTH}':y=0:format=rgb:shortest=1[out]`;

export const isBar = (frame: number, x: number): boolean => x >= leftEdge(frame) && x < leftEdge(frame) + WIDTH;
