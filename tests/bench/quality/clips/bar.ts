import { FRAME } from './motion';

const WIDTH = 80;
/** Half of how far the left edge moves in a frame, pixels. */
const pace = (FRAME.width + WIDTH) / 48;

/** Left edge of a bar that crosses the picture in 24 frames; even, as colours are coded. */
const leftEdge = (frame: number) => 2 * Math.floor(pace * (frame + 0.5)) - WIDTH;

/** The filters that draw it, from `[v]` to `[out]`. Frames are told by their time: what ffmpeg counts begins at one. */
export const barFilters = (fps: number): string =>
  `color=c=0x4a6b52:s=${WIDTH}x${FRAME.height}:r=${fps}[bar];` +
  `[v][bar]overlay=x='2*floor(${pace}*(floor(t*${fps}+0.5)+0.5))-${WIDTH}':y=0:format=rgb:shortest=1[out]`;

/** Whether the bar is before a pixel. */
export const isBar = (frame: number, x: number): boolean => x >= leftEdge(frame) && x < leftEdge(frame) + WIDTH;
