import type { Image } from '../types';
import type { Matrix, Planes, Window } from './planes';

/** Weights of red and blue in brightness (ITU-R BT.709-6 and BT.601-7). */
const weights: Record<Matrix, readonly [red: number, blue: number]> = {
  bt709: [0.2126, 0.0722],
  smpte170m: [0.299, 0.114],
};

const BLACK = 16;
const NO_COLOUR = 128;
/** Steps from black to white, and from no colour to all of it. */
const [BRIGHT, COLOUR] = [219, 112];
const STRETCH = 255 / BRIGHT;

/** What the two differences, u (blue) and v (red), add to each channel. */
function coloursOf(matrix: Matrix) {
  const [red, blue] = weights[matrix];
  const green = 1 - red - blue;
  const perStep = 255 / COLOUR;
  return {
    redFromV: (1 - red) * perStep,
    blueFromU: (1 - blue) * perStep,
    greenFromU: (-(1 - blue) * blue * perStep) / green,
    greenFromV: (-(1 - red) * red * perStep) / green,
  };
}

/** Where the planes of the two differences begin, and the length of their rows. */
const layoutOf = ({ width, height }: Planes) => [width * height, (width * height * 5) / 4, width >> 1] as const;

/** A window of a frame in RGB. Each pair of differences counts for its four pixels alike. */
export function toRgb(planes: Planes, window: Window): Image {
  const { width, matrix, data } = planes;
  const { redFromV, blueFromU, greenFromU, greenFromV } = coloursOf(matrix);
  const [uStart, vStart, half] = layoutOf(planes);
  const rgb = new Uint8ClampedArray(3 * window.width * window.height);
  for (let row = 0, to = 0; row < window.height; row++) {
    let y = (window.top + row) * width + window.left;
    let pair = ((window.top + row) >> 1) * half + (window.left >> 1);
    for (let column = 0; column < window.width; column += 2, pair++, y += 2, to += 6) {
      const u = data[uStart + pair] - NO_COLOUR;
      const v = data[vStart + pair] - NO_COLOUR;
      const red = redFromV * v;
      const green = greenFromU * u + greenFromV * v;
      const blue = blueFromU * u;
      const light = STRETCH * (data[y] - BLACK);
      rgb[to] = light + red;
      rgb[to + 1] = light + green;
      rgb[to + 2] = light + blue;
      const next = STRETCH * (data[y + 1] - BLACK);
      rgb[to + 3] = next + red;
      rgb[to + 4] = next + green;
      rgb[to + 5] = next + blue;
    }
  }
  return { width: window.width, height: window.height, data: new Uint8Array(rgb.buffer) };
}

/**
 * A window of a frame in RGB, halved so often, each pixel the mean of a square.
 * @param window in pixels of the shrunk frame
 */
export function toSmallRgb(planes: Planes, window: Window, times: number): Image {
  const { width, matrix, data } = planes;
  const { redFromV, blueFromU, greenFromU, greenFromV } = coloursOf(matrix);
  const [uStart, vStart, half] = layoutOf(planes);
  const side = 1 << times;
  const rgb = new Uint8ClampedArray(3 * window.width * window.height);
  for (let row = 0, to = 0; row < window.height; row++) {
    for (let column = 0; column < window.width; column++, to += 3) {
      const [x, y] = [(window.left + column) * side, (window.top + row) * side];
      const pair = (y >> 1) * half + (x >> 1);
      const u = meanOf(data, uStart + pair, side >> 1, half) - NO_COLOUR;
      const v = meanOf(data, vStart + pair, side >> 1, half) - NO_COLOUR;
      const light = STRETCH * (meanOf(data, y * width + x, side, width) - BLACK);
      rgb[to] = light + redFromV * v;
      rgb[to + 1] = light + greenFromU * u + greenFromV * v;
      rgb[to + 2] = light + blueFromU * u;
    }
  }
  return { width: window.width, height: window.height, data: new Uint8Array(rgb.buffer) };
}

function meanOf(data: Uint8Array, start: number, side: number, stride: number): number {
  let sum = 0;
  for (let row = 0, at = start; row < side; row++, at += stride)
    for (let column = 0; column < side; column++) sum += data[at + column];
  return sum / (side * side);
}

/**
 * Adds to a frame what painting has changed in a window of it, or a share of that. What was not painted on stays
 * exactly as it was decoded.
 * @param before the window's pixels in RGB as they were
 * @param after  the same painted on
 */
export function addChange(planes: Planes, window: Window, before: Uint8Array, after: Uint8Array, share = 1): void {
  const { width, matrix, data } = planes;
  const [red, blue] = weights[matrix];
  const green = 1 - red - blue;
  const bright = (share * BRIGHT) / 255;
  const colour = (share * COLOUR) / 255 / 4; // of four pixels' sum
  const [forU, forV] = [colour / (1 - blue), colour / (1 - red)];
  const [uStart, vStart, half] = layoutOf(planes);
  const rowBytes = 3 * window.width;
  for (let row = 0; row < window.height; row += 2) {
    let pair = ((window.top + row) >> 1) * half + (window.left >> 1);
    for (let column = 0; column < window.width; column += 2, pair++) {
      let [reds, blues, lights] = [0, 0, 0];
      for (let n = 0; n < 4; n++) {
        const [x, y] = [column + (n & 1), row + (n >> 1)];
        const at = y * rowBytes + 3 * x;
        const r = after[at] - before[at];
        const g = after[at + 1] - before[at + 1];
        const b = after[at + 2] - before[at + 2];
        if ((r | g | b) === 0) continue;
        const light = red * r + green * g + blue * b;
        const pixel = (window.top + y) * width + window.left + x;
        data[pixel] = toByte(data[pixel] + bright * light);
        reds += r;
        blues += b;
        lights += light;
      }
      if (reds === 0 && blues === 0 && lights === 0) continue;
      data[uStart + pair] = toByte(data[uStart + pair] + forU * (blues - lights));
      data[vStart + pair] = toByte(data[vStart + pair] + forV * (reds - lights));
    }
  }
}

function toByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : (value + 0.5) | 0;
}
